import { create } from 'qrcode/lib/core/qrcode.js';
import { render } from 'qrcode/lib/renderer/svg-tag.js';
import { type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/** The width of the white margin around the code, in modules; readers need it to find the code (ISO/IEC 18004 §6.3.8). */
const QUIET_ZONE = 4;

/**
 * A text as QR code: an SVG element, black on white with its quiet zone. Error correction level Q: it can be read even if a quarter
 * is damaged. 16 upper-case letters and digits fit into the smallest code, 21 × 21 modules.
 *
 * @param level of the error correction, where a standard prescribes another one
 */
export const qrCode = (text: string, level: 'M' | 'Q' = 'Q'): SafeHtml =>
  trusted(render(create(text, { errorCorrectionLevel: level }), { margin: QUIET_ZONE }).trim());
