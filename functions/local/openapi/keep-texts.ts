import { keepTexts } from '@tallystick/schema/described'

/** Makes schemas keep their descriptions. Has to be imported before any schema. */

keepTexts()
