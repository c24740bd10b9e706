import { describe, expect, it } from 'vitest';
import { eventFilter } from '../../../infra/local/events/event-filter.ts';

const pattern = JSON.stringify({ dynamodb: { NewImage: { kind: { S: ['mail', 'submission'] } } } });
const change = (images: object) => ({ eventName: 'MODIFY', dynamodb: images });

describe('event patterns, as Lambda applies them', () => {
  it.each([
    ['a field with one of the values', { NewImage: { kind: { S: 'mail' } } }, true],
    ['a field with another value', { NewImage: { kind: { S: 'invoice' } } }, false],
    ['a removed item: it has no new image', { OldImage: { kind: { S: 'mail' } } }, false],
    ['an item without the field', { NewImage: { pk: { S: 'mail' } } }, false],
  ])('%s', (_, images, expected) => {
    expect(eventFilter([pattern])(change(images))).toBe(expected);
  });

  it('one of several patterns is enough; without any, every record is delivered', () => {
    expect(eventFilter([pattern, '{"eventName":["MODIFY"]}'])(change({}))).toBe(true);
    expect(eventFilter([])({})).toBe(true);
  });

  it.each(['{"a":[{"prefix":"x"}]}', '{"a":[{"exists":false}]}', '{"$or":[{"a":["x"]}]}', '{"a":"x"}', '{"a":[]}', '[]'])(
    '%s is rejected: it would not be applied as Lambda does',
    text => {
      expect(() => eventFilter([text])).toThrow('The pattern');
    },
  );
});
