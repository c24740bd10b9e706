import { describe, expect, test } from 'vitest';
import { BodyTooLong, readBody, readJson } from '#shared/platform/outbound/read-body.ts';

/** A response of many chunks, and the number of those that were read. */
function answerOf(chunks: number, bytes: number): { response: Response; read: () => number } {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === chunks) return controller.close();
        sent++;
        controller.enqueue(new Uint8Array(bytes).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(stream), read: () => sent };
}

describe('readBody', () => {
  test.each([
    [0, 0],
    [1, 10],
    [3, 30],
  ])('%i chunks of 10 bytes are %i bytes', async (chunks, bytes) => {
    expect((await readBody(answerOf(chunks, 10).response, 30)).length).toBe(bytes);
  });

  test('stops at the first chunk over the limit', async () => {
    const { response, read } = answerOf(1_000_000, 1_000);
    await expect(readBody(response, 2_999)).rejects.toThrow(BodyTooLong);
    expect(read()).toBe(3);
  });

  test('a response without a body is empty', async () => {
    expect((await readBody(new Response(null, { status: 204 }), 10)).length).toBe(0);
  });

  test('JSON is read, up to the limit; other text is rejected', async () => {
    expect(await readJson(new Response('{"a":"ă"}'), 100)).toEqual({ a: 'ă' });
    await expect(readJson(new Response('{"a":"ă"}'), 5)).rejects.toThrow(BodyTooLong);
    await expect(readJson(new Response('<html>'), 100)).rejects.toThrow(SyntaxError);
  });
});
