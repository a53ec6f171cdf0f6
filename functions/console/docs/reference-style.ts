/** Colours and fonts of the page (styles/tokens.css) under Scalar's names. */
const fonts = `
:root {
  --scalar-font: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --scalar-font-code: ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}`

const light = `
.light-mode {
  --scalar-color-1: #1b1d22;
  --scalar-color-2: #4a4f58;
  --scalar-color-3: #555a63;
  --scalar-color-accent: #0b5c57;
  --scalar-background-1: #faf9f6;
  --scalar-background-2: #f1efe9;
  --scalar-background-3: #e6e2d8;
  --scalar-background-accent: #e2f0ee;
  --scalar-border-color: #dcd8ce;
  --scalar-color-green: #0b6b3a;
  --scalar-color-red: #b3261e;
  --scalar-color-blue: #1d4ed8;
  --scalar-color-orange: #9a3d00;
  --scalar-color-yellow: #7a5a00;
  --scalar-color-purple: #6d28d9;
}`

const dark = `
.dark-mode {
  --scalar-color-1: #eceae5;
  --scalar-color-2: #c6cad2;
  --scalar-color-3: #b3b8c2;
  --scalar-color-accent: #5fd6c6;
  --scalar-background-1: #15171c;
  --scalar-background-2: #22262e;
  --scalar-background-3: #2d323c;
  --scalar-background-accent: #16332f;
  --scalar-border-color: #363c48;
  --scalar-color-green: #5fd08a;
  --scalar-color-red: #ff9087;
  --scalar-color-blue: #7ab0ff;
  --scalar-color-orange: #f5a05a;
  --scalar-color-yellow: #f0c94a;
  --scalar-color-purple: #b39bfa;
}`

/** The call in the address has the focus; without this rule it would be outlined. */
const focus = '.section:focus { outline: none; }'

/** Hides a link that would not work, since the frame may open no other page. */
const links = 'a[href="https://www.scalar.com"] { display: none; }'

/** Hides Scalar's placeholder of an empty key, which looks like a real key. */
const emptyKey = '.scalar-password-input::placeholder { color: transparent; }'

/** The style sheet that Scalar adds to its own. */
export const referenceStyle = [fonts, light, dark, focus, links, emptyKey].join('\n')
