import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES, answerFits, EVENT_BYTES, requestFits } from '../../../infra/local/gateway/payload-limits.ts';

const eventOf = (body: string) => ({ version: '2.0', body });
/** The parts of an event other than its body. */
const AROUND = JSON.stringify(eventOf('')).length;

describe('payloads that API Gateway and Lambda pass on', () => {
  it.each([
    ['a body of text that just fits', 'x'.repeat(EVENT_BYTES - AROUND), true],
    ['one character more', 'x'.repeat(EVENT_BYTES - AROUND + 1), false],
    ['characters that JSON writes in six', '\u0000'.repeat(1_100_000), false],
    ['as many that it writes in one', 'x'.repeat(1_100_000), true],
    ['more than an HTTP API accepts', 'x'.repeat(10 * 1024 * 1024 + 1), false],
    ['nothing', '', true],
  ])('%s: %#', (_, body, fits) => {
    expect(requestFits(Buffer.from(body), eventOf(body))).toBe(fits);
  });

  it.each([
    [4_718_400, true],
    [4_718_700, false],
  ])('%i bytes of a file in base64: they fit: %s', (bytes, fits) => {
    const body = Buffer.alloc(bytes);
    expect(requestFits(body, eventOf(body.toString('base64')))).toBe(fits);
  });

  it('a response is measured as JSON, with all of it', () => {
    const around = JSON.stringify({ statusCode: 200, body: '' }).length;
    const answer = (length: number) => ({ statusCode: 200, body: 'x'.repeat(length) });
    expect(answerFits(answer(ANSWER_BYTES - around))).toBe(true);
    expect(answerFits(answer(ANSWER_BYTES - around + 1))).toBe(false);
    expect(answerFits({ statusCode: 200, body: '"'.repeat(ANSWER_BYTES / 2) })).toBe(false);
    expect(answerFits(undefined)).toBe(true);
  });
});
