import { describe, expect, test } from 'vitest';
import { DISPATCHED_KINDS, dispatchesOf } from '../../../shared/outbox/dispatch.ts';

const mail = { pk: 'U#1', sk: 'MAIL#2', kind: 'mail', data: { state: 'pending' } };

describe('what committed changes set going', () => {
  test('a requested mail goes to the email queue, by its key alone', () => {
    expect(dispatchesOf({ before: undefined, after: mail })).toEqual([{ queue: 'email', body: { pk: 'U#1', sk: 'MAIL#2' } }]);
  });

  test('how far its delivery came, and its expiry, set nothing going', () => {
    expect(dispatchesOf({ before: mail, after: { ...mail, data: { state: 'sent' } } })).toEqual([]);
    expect(dispatchesOf({ before: mail, after: undefined })).toEqual([]);
  });

  test('kinds that nobody follows up set nothing going', () => {
    expect(dispatchesOf({ before: undefined, after: { ...mail, kind: 'account' } })).toEqual([]);
    expect(DISPATCHED_KINDS).toContain('mail');
  });
});
