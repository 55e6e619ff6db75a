import { deflateSync, inflateSync } from 'node:zlib';

/** Makes screenshots small: the same picture with at most 256 colours, as a PNG with a palette. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

/** The parts of a PNG. @param {Buffer} png @returns {{ type: string, data: Buffer }[]} */
function chunks(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/**
 * The pixels of a PNG with 8 bits for each of red, green, blue and perhaps alpha; alpha is left out.
 * @param {Buffer} png
 */
function pixelsOf(png) {
  const parts = chunks(png);
  const header = parts.find(({ type }) => type === 'IHDR')?.data;
  if (!header) throw new Error('not a PNG');
  const [width, height, bits, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  if (bits !== 8 || (colour !== 2 && colour !== 6)) throw new Error(`a PNG of ${bits} bits and colour type ${colour} is not expected`);
  const size = colour === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const line = width * size;
  const bytes = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x >= size ? (bytes[at - size] ?? 0) : 0;
      const up = y > 0 ? (bytes[at - line] ?? 0) : 0;
      const corner = x >= size && y > 0 ? (bytes[at - line - size] ?? 0) : 0;
      bytes[at] = (raw[y * (line + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = bytes.readUIntBE(i * size, 3);
  return { width, height, pixels };
}

/** @param {number} filter @param {number} left @param {number} up @param {number} corner */
function predicted(filter, left, up, corner) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

/** The red, green and blue of a colour. @param {number} colour @returns {[number, number, number]} */
const split = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/**
 * A palette by median cut: boxes of colours are halved along their longest side until there are enough.
 * @param {Map<number, number>} counts how often each colour occurs
 */
function paletteOf(counts) {
  /** @type {number[][]} */
  const boxes = [[...counts.keys()]];
  /** @param {number[]} box */
  const longest = (box) => {
    const spans = [0, 1, 2].map((channel) => {
      const values = box.map((colour) => split(colour)[channel] ?? 0);
      return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
    });
    const span = Math.max(...spans);
    return { channel: spans.indexOf(span), span };
  };
  /** @param {number[]} box */
  const weight = (box) => longest(box).span * Math.sqrt(box.reduce((sum, colour) => sum + (counts.get(colour) ?? 0), 0));
  const weights = boxes.map(weight);
  while (boxes.length < COLOURS) {
    const at = weights.indexOf(Math.max(...weights));
    const box = boxes[at];
    if (!box || box.length < 2) break;
    const { channel } = longest(box);
    box.sort((a, b) => (split(a)[channel] ?? 0) - (split(b)[channel] ?? 0));
    const half = box.length >> 1;
    const halves = [box.slice(0, half), box.slice(half)];
    boxes.splice(at, 1, ...halves);
    weights.splice(at, 1, ...halves.map(weight));
  }
  /** @type {Map<number, number>} */
  const indices = new Map();
  const palette = boxes.map((box, index) => {
    const sums = [0, 0, 0];
    let all = 0;
    for (const colour of box) {
      const count = counts.get(colour) ?? 0;
      all += count;
      split(colour).forEach((value, channel) => {
        sums[channel] = (sums[channel] ?? 0) + value * count;
      });
      indices.set(colour, index);
    }
    return sums.map((sum) => Math.round(sum / all));
  });
  return { palette, indices };
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(checksum(body), body.length + 4);
  return whole;
}

/**
 * The same picture with a palette. Colours are told apart by six bits of each channel first, which the eye does not miss.
 * @param {Buffer} png as a browser writes it
 * @returns {Buffer}
 */
export function withPalette(png) {
  const { width, height, pixels } = pixelsOf(png);
  /** @type {Map<number, number>} */
  const counts = new Map();
  const coarse = pixels.map((colour) => colour & 0xfcfcfc);
  for (const colour of coarse) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const { palette, indices } = paletteOf(counts);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indices.get(coarse[y * width + x] ?? 0) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
