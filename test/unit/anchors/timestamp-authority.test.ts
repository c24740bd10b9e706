import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestTimestamp, TimestampFailed } from '#shared/documents/anchors/timestamp-authority.ts';
import { startTimestampAuthority, type TestAuthority, type TimestampAnswer } from '../../support/anchors/timestamp-authority.ts';

let authority: TestAuthority;
const at = new Date('2026-11-23T10:00:00Z');
beforeAll(async () => {
  authority = await startTimestampAuthority(() => at);
});
afterAll(() => authority.stop());

const content = Buffer.from('{"day":"2026-11-23"}');
const stamp = (answer: TimestampAnswer = {}) => {
  authority.answer = answer;
  return requestTimestamp(authority.url, content);
};

describe('requesting a time stamp (RFC 3161)', () => {
  it.each([0, 1])('accepts a response with status %i, and returns the time that it states', async status => {
    const stamped = await stamp({ status });
    expect(stamped.at).toEqual(at);
    expect(stamped.response.length).toBeGreaterThan(500);
  });

  const wrong: [what: string, answer: TimestampAnswer, message: RegExp][] = [
    ['a refusal', { status: 2 }, /refused with status 2/],
    ['a stamp of something else', { state: one => ({ ...one, imprint: new Uint8Array(32) }) }, /made for another content/],
    ['the answer to another request', { state: one => ({ ...one, nonce: Buffer.alloc(9, 1) }) }, /responded to another request/],
    ['a stamp without the number of the request', { state: ({ nonce: _, ...one }) => one }, /responded to another request/],
    ['a stamp whose signature is not right', { bytes: lastByteChanged }, /does not verify|cannot be read/],
    ['half a response', { bytes: one => one.subarray(0, one.length / 2) }, /no valid time stamp/],
    ['no response in DER', { bytes: () => Buffer.from('<html></html>') }, /no valid time stamp/],
    ['an empty one', { bytes: () => Buffer.alloc(0) }, /no valid time stamp/],
    ['one that is too long', { bytes: () => Buffer.alloc(100_001) }, /longer than 100000 bytes/],
    ['an error', { http: 503 }, /answered HTTP 503/],
    ['a redirection', { http: 302 }, /cannot be reached/],
  ];
  it.each(wrong)('fails for %s', async (_, answer, message) => {
    const failed = await stamp(answer).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TimestampFailed);
    expect((failed as Error).message).toMatch(message);
  });

  it('fails when the authority does not respond', async () => {
    const closed = await startTimestampAuthority();
    await closed.stop();
    await expect(requestTimestamp(`${closed.url}?key=hidden`, content)).rejects.toThrow(
      /^The time-stamping authority 127\.0\.0\.1:\d+ cannot be reached: /,
    );
  });
});

function lastByteChanged(response: Buffer): Buffer {
  const changed = Buffer.from(response);
  changed[changed.length - 1]! ^= 1;
  return changed;
}
