/**
 * Detects the type of an uploaded image by its bytes; the file name and content type of the upload are not trusted. Only the
 * structure is read, pixels are not decoded.
 */

/** Limits in pixels, for a side and for the whole image: a small file can decode to gigabytes. */
const LONGEST_SIDE = 5_000;
const MOST_PIXELS = 16_000_000;

export type ImageType = 'png' | 'jpg' | 'svg';

interface Size {
  width: number;
  height: number;
}

/** An image that is refused; the message says what to change. */
export class UnusableImage extends Error {
  override name = 'UnusableImage';
}

/**
 * Detects a PNG or JPEG that is complete and within the limits. Pure.
 *
 * @returns null for bytes that are neither
 * @throws UnusableImage when it is damaged or too large
 */
export function pixelImage(bytes: Uint8Array): 'png' | 'jpg' | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (content.subarray(0, 8).equals(PNG_SIGNATURE)) {
    checkSize(pngSize(content));
    return 'png';
  }
  if (content.length > 2 && content.readUInt16BE(0) === 0xffd8) {
    checkSize(jpegSize(content));
    return 'jpg';
  }
  return null;
}

function checkSize(size: Size | null): void {
  if (!size || size.width === 0 || size.height === 0) throw new UnusableImage('is damaged: save it again as PNG or JPEG');
  if (Math.max(size.width, size.height) > LONGEST_SIDE || size.width * size.height > MOST_PIXELS)
    throw new UnusableImage(
      `has ${size.width} x ${size.height} pixels; at most ${LONGEST_SIDE} a side and ${MOST_PIXELS / 1e6} million are accepted`,
    );
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The size in the header of a PNG (PNG specification §5, §11.2.1); null if the file is damaged or truncated. */
function pngSize(png: Buffer): Size | null {
  let size: Size | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > png.length) return null;
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return null;
      size = { width: png.readUInt32BE(at + 8), height: png.readUInt32BE(at + 12) };
    }
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') return hasData ? size : null;
    at = end;
  }
  return null;
}

/** Whether a marker begins a frame header: all from C0 to CF except DHT, JPG and DAC (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size in the frame header of a JPEG, before its first scan; null if the file is damaged or truncated. */
function jpegSize(jpeg: Buffer): Size | null {
  let size: Size | null = null;
  for (let at = 2; at + 4 <= jpeg.length;) {
    if (jpeg[at] !== 0xff) return null;
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = jpeg.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > jpeg.length) return null;
    if (marker === 0xda) return jpeg.includes(Buffer.from([0xff, 0xd9]), at + 2 + length) ? size : null;
    if (isFrame(marker)) {
      if (length < 8) return null;
      size = { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
    }
    at += 2 + length;
  }
  return null;
}
