/**
 * Bytes as text inside a page in UTF-8: seven bits a byte, so a seventh more than the bytes themselves (base64 adds a third).
 *
 * A character of one byte stands for its own seven bits. The few that a parser, an editor or the mail might change are left out: one of them
 * and the seven bits after it are written together as one character of two bytes, which costs nothing either.
 */

/** Control characters with a meaning, and what HTML reads as markup: as many as leave a character of two bytes room for seven more bits. */
const LEFT_OUT = [0x00, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x1a, 0x1b, 0x26, 0x3c, 0x5c, 0x7f];

/** @param {Uint8Array} bytes @returns {string} */
export function pack(bytes) {
  const sevens = Math.ceil((bytes.length * 8) / 7);
  /** Seven bits; zeros after the end. @param {number} index */
  const seven = (index) => {
    const bit = index * 7;
    const two = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    return (two >> (9 - (bit & 7))) & 0x7f;
  };
  const codes = [];
  for (let index = 0; index < sevens; index += 1) {
    const code = seven(index);
    const left = LEFT_OUT.indexOf(code);
    if (left < 0) codes.push(code);
    else {
      index += 1;
      codes.push(((left + 1) << 7) | seven(index));
    }
  }
  return `${bytes.length}:${codes.map((code) => String.fromCharCode(code)).join('')}`;
}

/** The bytes that were packed. Throws if the text is not whole. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function unpack(text) {
  const start = text.indexOf(':') + 1;
  const length = Number(text.slice(0, Math.max(0, start - 1)));
  if (start === 0 || !Number.isSafeInteger(length) || length > text.length * 2) throw new Error('this was not packed');
  const bytes = new Uint8Array(length);
  let at = 0;
  let held = 0;
  let bits = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      held = (held << 7) | code;
      bits += 7;
    } else {
      const left = LEFT_OUT[(code >> 7) - 1];
      if (left === undefined) throw new Error('a character that packing does not write');
      held = (held << 14) | (left << 7) | (code & 0x7f);
      bits += 14;
    }
    while (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
    }
  }
  if (at < length) throw new Error(`${length - at} bytes are missing`);
  return bytes;
}
