import { describe, expect, test } from 'vitest';
import { entityTag, gzippedTag, isKnown, matchedVersions } from '#shared/platform/lambda/endpoint/conventions/entity-tag.ts';

const TAG = entityTag('{"a":1,"b":[{"c":null,"d":2}]}', 7);

describe('the entity tag of a record', () => {
  test('depends on the content and the version, not on the order of fields', () => {
    expect(TAG).toMatch(/^"7-[0-9a-f]{32}"$/);
    expect(entityTag('{"b":[{"d":2,"c":null}],"a":1}', 7)).toBe(TAG);
    expect(entityTag('{"a":1,"b":[{"c":null,"d":3}]}', 7)).not.toBe(TAG);
    expect(entityTag('{"a":1,"b":[{"c":null,"d":2}]}', 8)).not.toBe(TAG);
    expect(entityTag('[1,2]', 1)).not.toBe(entityTag('[2,1]', 1));
    expect(gzippedTag(TAG)).toBe(`${TAG.slice(0, -1)}-gzip"`);
  });

  test.each([
    [undefined, false],
    ['', false],
    ['"other"', false],
    ['*', true],
    [TAG, true],
    [`W/${TAG}`, true],
    [gzippedTag(TAG), true],
    [`"x", ${TAG}`, true],
    [entityTag('{}', 7), false],
  ])('If-None-Match: %s → known: %s', (header, known) => {
    expect(isKnown(header, TAG)).toBe(known);
    expect(isKnown(header, gzippedTag(TAG))).toBe(known);
  });

  test.each([
    ['*', undefined],
    [TAG, [7]],
    [gzippedTag(TAG), [7]],
    [`W/${TAG}`, []],
    ['"other"', []],
    ['7', []],
    ['', []],
    [`${TAG}, ${entityTag('{}', 8)}, ${entityTag('{}', 7)}`, [7, 8]],
  ])('If-Match: %s → versions %j', (header, versions) => expect(matchedVersions(header)).toEqual(versions));

  test('compares no more versions than DynamoDB accepts in one condition', () => {
    const many = Array.from({ length: 200 }, (_, version) => entityTag('{}', version)).join(', ');
    expect(matchedVersions(many)).toHaveLength(100);
  });
});
