import { describe, expect, it } from 'vitest';
import { actOnNote, delivering, newNote } from '../../support/delivery-notes.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('POST …/issue (DLN-20 to DLN-23)', () => {
  it('30 simultaneous issues take 30 consecutive numbers', async () => {
    const own = await delivering(service());
    const drafts = await Promise.all(Array.from({ length: 30 }, () => newNote(service(), own)));
    const issued = await Promise.all(drafts.map(({ uuid }) => actOnNote(service(), own, uuid, 'issue')));
    const expected = Array.from({ length: 30 }, (_, place) => `AVZ-${String(place + 1).padStart(3, '0')}`);
    expect(issued.map(({ body }) => body.number).sort()).toEqual(expected);
  });
});
