/** A record in an address: JSON, deflated, in base64url. The record stays in the fragment, which is never sent to a server. */

import { wholeAddress } from './place.js';

/** @typedef {import('./types.js').GameRecord} GameRecord */
/** @typedef {import('./types.js').Study} Study */

/** More than any game needs; a longer fragment is not a record of ours. */
const LONGEST = 500_000;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function pipe(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(/** @type {ReadableWritablePair<any, any>} */ (through));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64url(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function fromBase64url(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/**
 * Packs a record or a study into a text fit for an address.
 * @param {GameRecord | Study} record
 */
export async function pack(record) {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  return toBase64url(await pipe(bytes, new CompressionStream('deflate-raw')));
}

/** @param {string} text @returns {Promise<any>} */
async function unpacked(text) {
  if (text.length > LONGEST) throw new Error('the link is too long to be a record');
  const bytes = await pipe(fromBase64url(text), new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Unpacks a record that `pack` made.
 * @param {string} text
 * @returns {Promise<GameRecord>}
 */
export async function unpack(text) {
  const record = await unpacked(text);
  if (typeof record?.game !== 'string' || !Array.isArray(record?.events)) throw new Error('the link holds no record');
  return record;
}

/**
 * The address that shows a record.
 * @param {GameRecord} record
 */
export async function recordAddress(record) {
  return wholeAddress(`/record#r=${await pack(record)}`);
}

/**
 * Unpacks a study that `pack` made.
 * @param {string} text
 * @returns {Promise<Study>}
 */
export async function unpackStudy(text) {
  const study = await unpacked(text);
  if (typeof study?.game !== 'string' || !Array.isArray(study?.nodes)) throw new Error('the link holds no study');
  return study;
}

/**
 * The address that opens a study.
 * @param {Study} study
 */
export async function studyAddress(study) {
  return wholeAddress(`/study#s=${await pack(study)}`);
}
