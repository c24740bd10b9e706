/** DER (X.690) for the few structures that the simulator makes: certificates, a revocation list, time-stamps. Node reads these but makes none. */

export function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const significant = length.subarray(length.findIndex(byte => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | significant.length), significant, content]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => tlv(0x30, ...parts);
/** A SET OF one, or of elements that are already in the order of their encodings. */
export const set = (...parts: Uint8Array[]): Buffer => tlv(0x31, ...parts);
/** Big-endian bytes of a positive number; a zero byte keeps the sign bit clear. */
export const integer = (bytes: Uint8Array): Buffer =>
  tlv(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
export const octets = (bytes: Uint8Array): Buffer => tlv(0x04, bytes);
export const bitString = (bytes: Uint8Array): Buffer => tlv(0x03, Buffer.of(0), bytes);
export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text));
export const NULL = tlv(0x05);
export const TRUE = Buffer.of(0x01, 0x01, 0xff);

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arcs = [first * 40 + second, ...rest].flatMap(arc => {
    const bytes = [arc & 0x7f];
    for (let high = arc >>> 7; high > 0; high >>>= 7) bytes.unshift((high & 0x7f) | 0x80);
    return bytes;
  });
  return tlv(0x06, Buffer.from(arcs));
}

/** GeneralizedTime, whole seconds in UTC. */
export const generalizedTime = (at: Date): Buffer => tlv(0x18, Buffer.from(`${digits(at)}Z`));

/** Time of RFC 5280 §4.1.2.5: UTCTime until 2049, then GeneralizedTime. */
export const time = (at: Date): Buffer =>
  at.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(`${digits(at).slice(2)}Z`)) : generalizedTime(at);

/** `20260131235959` */
const digits = (at: Date): string => at.toISOString().slice(0, 19).replace(/\D/g, '');

export const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;
