import { create } from 'qrcode/lib/core/qrcode.js';
import { render } from 'qrcode/lib/renderer/svg-tag.js';
import { type SafeHtml, trusted } from '../kernel/html.ts';

/** Modules around the code that stay white, without which readers do not find it (ISO/IEC 18004 §6.3.8). */
const QUIET_ZONE = 4;

/**
 * A text as QR code: an SVG element for a page, black on white with its quiet zone. It is read although a quarter of it is damaged
 * (level Q), as paper on the road is; 16 capitals and digits take the smallest code there is, 21 by 21 modules.
 */
export const qrCode = (text: string): SafeHtml =>
  trusted(render(create(text, { errorCorrectionLevel: 'Q' }), { margin: QUIET_ZONE }).trim());
