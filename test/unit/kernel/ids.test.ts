import { afterEach, describe, expect, it } from 'vitest';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { derivedId, isId, newId } from '#shared/base/kernel/ids.ts';

afterEach(() => setTimeSource(() => Date.now()));

describe('new identifiers (RFC 9562 §5.7)', () => {
  it('are UUIDs of version 7 with the time of their creation', () => {
    const millis = Date.parse('2026-03-02T10:00:00.123Z');
    setTimeSource(() => millis);
    const id = newId();
    expect([isId(id), id[14], parseInt(id.replaceAll('-', '').slice(0, 12), 16)]).toEqual([true, '7', millis]);
  });

  it('sort by creation, also within one millisecond', () => {
    setTimeSource(() => 1_772_445_600_000);
    const within = Array.from({ length: 5000 }, newId);
    expect(within.toSorted()).toEqual(within);
    setTimeSource(() => 1_772_445_600_001);
    expect(newId() > (within.at(-1) ?? '')).toBe(true);
  });

  it('are never the same, even if the clock is turned back', () => {
    const ids = [3, 2, 1, 3, 2, 1].flatMap(second => {
      setTimeSource(() => second * 1000);
      return [newId(), newId()];
    });
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the identifier that follows from another', () => {
  it('is always the same UUID of version 7, with the time of the other', () => {
    const id = '01995e62-68e5-72fe-a805-6a38d306dc94';
    const derived = derivedId(id, 'transport');
    expect([isId(derived), derived.slice(0, 15)]).toEqual([true, '01995e62-68e5-7']);
    expect(derivedId(id, 'transport')).toBe(derived);
  });

  it('is another one for another record, and for another thing of the record', () => {
    const ids = [newId(), newId()].flatMap(id => [id, derivedId(id, 'transport'), derivedId(id, 'something else')]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
