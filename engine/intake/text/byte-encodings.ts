const range = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** The upper quarter of windows-1250 and of iso-8859-2. */
const lettersOfLatin2 = 'ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß' + 'ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙'

/**
 * The characters of the bytes 0x80 to 0xFF in each single-byte encoding, by the WHATWG Encoding Standard; an unassigned
 * byte below 0xA0 is the control character of its number. The engine has its own tables because platforms differ in the
 * encodings that they decode, and in how they read windows-1252. The Standard leaves out cp850 and cp852, which banking
 * programs of Western and Central Europe still write.
 */
export const upperHalves = {
  'windows-1252': `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${range(0xa0, 0xff)}`,
  'windows-1250': `€\x81‚\x83„…†‡\x88‰Š‹ŚŤŽŹ\x90‘’“”•–—\x98™š›śťžź\xa0ˇ˘Ł¤Ą¦§¨©Ş«¬\xad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż${lettersOfLatin2}`,
  'iso-8859-15': `${range(0x80, 0xa3)}€¥Š§š${range(0xa9, 0xb3)}Žµ¶·ž¹º»ŒœŸ${range(0xbf, 0xff)}`,
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ' +
    'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  'iso-8859-2': `${range(0x80, 0xa0)}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\xadŽŻ°ą˛ł´ľśˇ¸šşťź˝žż${lettersOfLatin2}`,
  'windows-1251': `ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї${range(0x410, 0x44f)}`,
  'windows-1257':
    '€\x81‚\x83„…†‡\x88‰\x8a‹\x8c¨ˇ¸\x90‘’“”•–—\x98™\x9a›\x9c¯˛\x9f' +
    '\xa0\ufffd¢£¤\ufffd¦§Ø©Ŗ«¬\xad®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ' +
    'ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß' +
    'ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č' +
    'áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀' +
    'ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0',
} as const

type CodePage = keyof typeof upperHalves

/** The ASCII characters that 7-bit sets of old banking programs replace, and their replacements in the same order. */
const replacedCharacters = '@[\\]{|}~'
const nationalSets = { din_66003: '§ÄÖÜäöüß', sen_850200_b: '@ÄÖÅäöå~' } as const

export type ByteEncoding = CodePage | keyof typeof nationalSets

export function byteTable(encoding: ByteEncoding): readonly (string | undefined)[] {
  const ascii = Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte))
  if (encoding !== 'din_66003' && encoding !== 'sen_850200_b') return [...ascii, ...upperHalves[encoding]]
  const set = nationalSets[encoding]
  const letters = ascii.map((own) => set[replacedCharacters.indexOf(own)] ?? own)
  return [...letters, ...ascii.map(() => undefined)]
}
