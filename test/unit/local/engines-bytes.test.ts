import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, decodeAwsChunked } from '../../../infra/local/engines/s3/byte-reader.ts';

/** The bytes as a network would bring them: cut at the given places. */
async function* arriving(bytes: Buffer, cuts: number[]): AsyncGenerator<Buffer> {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) yield await Promise.resolve(bytes.subarray(places[index], place));
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const cuts = fc.array(fc.nat(), { maxLength: 20 });
const payload = fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes));

test('an aws-chunked body results in its payload and trailers, however the network cuts it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payload, { maxLength: 5 }), cuts, fc.boolean(), async (chunks, places, signed) => {
      const extension = signed ? ';chunk-signature=0055' : '';
      const sent = chunks.filter(chunk => chunk.length > 0);
      const frames = sent.flatMap(chunk => [`${chunk.length.toString(16)}${extension}\r\n`, chunk, '\r\n']);
      const end = [`0${extension}\r\n`, 'x-amz-checksum-crc32:AAAAAA==\r\n', '\r\n'];
      const trailers = new Map<string, string>();
      const body = Buffer.concat([...frames, ...end].map(part => Buffer.from(part)));
      expect(await collect(decodeAwsChunked(arriving(body, places), trailers))).toEqual(Buffer.concat(sent));
      expect(trailers).toEqual(new Map([['x-amz-checksum-crc32', 'AAAAAA==']]));
    }),
  );
});

test.each([
  ['5\r\nabc', 'ended before it was complete'],
  ['3\r\nabcd\r\n0\r\n\r\n', 'longer'],
  ['abc\r\n\r\n', 'ended before it was complete'],
  ['xyz\r\n', 'no chunk size'],
  ['3\r\nabc\r\n', 'ended before it was complete'],
])('the broken chunked body %j is rejected', async (body, why) => {
  await expect(collect(decodeAwsChunked(arriving(Buffer.from(body), []), new Map()))).rejects.toThrow(why);
});

test('the text before a marker is returned complete, though the marker is cut and its beginnings occur', async () => {
  const marker = '\r\n--b';
  const text = fc
    .stringMatching(/^(\r|\n|-|x|\r\n-){0,30}$/)
    .filter(candidate => !`${candidate}${marker}`.slice(0, -1).includes(marker));
  await fc.assert(
    fc.asyncProperty(text, cuts, async (before, places) => {
      const reader = new ByteReader(arriving(Buffer.from(`${before}${marker}after!`), places));
      expect((await collect(reader.before(marker))).toString()).toBe(before);
      expect((await reader.until('!', 10)).toString()).toBe('after');
    }),
  );
});

test('a part longer than its limit is rejected before it is stored', async () => {
  const endless = (async function* () {
    for (;;) yield await Promise.resolve(Buffer.alloc(1000, 'x'));
  })();
  await expect(new ByteReader(endless).until('\n', 5000)).rejects.toThrow('longer than it may be');
});
