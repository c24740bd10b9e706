/** The parts that make a code and write it as SVG: the package's whole brings a writer of PNG with it. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}

declare module 'qrcode/lib/renderer/svg-tag.js' {
  import type { QRCode, QRCodeToStringOptions } from 'qrcode';
  export function render(code: QRCode, options: QRCodeToStringOptions): string;
}
