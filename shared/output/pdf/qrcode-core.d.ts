/** Only the parts that create a code and write it as SVG, without the PNG writer of the whole package. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}

declare module 'qrcode/lib/renderer/svg-tag.js' {
  import type { QRCode, QRCodeToStringOptions } from 'qrcode';
  export function render(code: QRCode, options: QRCodeToStringOptions): string;
}
