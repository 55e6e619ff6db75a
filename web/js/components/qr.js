import * as backend from '../backend/index.js';
import { s } from '../dom.js';

/**
 * A link as a QR code: dark on light in every theme, as cameras expect it.
 * @param {string} address
 * @param {string} label
 */
export async function qrPicture(address, label) {
  const { size, path } = await backend.qr(address);
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('path', { class: 'qr-ground', d: `M0 0h${size}v${size}h-${size}z` }),
    s('path', { class: 'qr-squares', d: path }),
  );
}
