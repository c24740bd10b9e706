import { describe, expect, test } from 'vitest';
import { handler } from '../../../functions/contact/send.ts';
import { refusedRequest } from '../../support/refused/request.ts';

const FORM = { name: 'Ana', email: 'ana@test.example', subject: 'Question', message: 'Hello.' };

describe('POST /api/v1/contact', () => {
  test('accepts a form with valid fields', async () => {
    expect(await refusedRequest(handler, { body: FORM })).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['no email', { email: undefined }, 'email'],
    ['an invalid email', { email: 'ana' }, 'email'],
    ['a long subject', { subject: 'x'.repeat(256) }, 'subject'],
    ['a subject of two lines', { subject: 'x\r\nBcc: all@test.example' }, 'subject'],
    ['no message', { message: '' }, 'message'],
    ['a long message', { message: 'x'.repeat(5001) }, 'message'],
  ])('400 for %s', async (_, change, field) => {
    const refused = await refusedRequest(handler, { body: { ...FORM, ...change } });
    expect(refused).toEqual({ status: 400, code: refused?.code, details: { [field]: [expect.any(String)] } });
  });
});
