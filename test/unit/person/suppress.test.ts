import { expect, it } from 'vitest';
import type { Stored } from '../../../infra/person/match.ts';
import { mailingCompanies } from '../../../infra/person/mails/suppress.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

const ANA = { address: 'ana@x.ro', userId: null };
const item = (pk: string, kind: ItemKind, data: object): Stored => ({ pk, sk: 'X', kind, data });

it('finds the companies that mail to a person, and whose mails the person has complained about', () => {
  const items = [
    item('C#client', 'client', { email: 'Ana@x.ro' }),
    item('C#copied', 'invoice-email', { to: 'dan@x.ro', cc: ['ana@x.ro'], bcc: [] }),
    item('C#document', 'delivery-note', { client: { email: 'ana@x.ro' } }),
    item('C#complained', 'client', { email: 'ana@x.ro' }),
    item('C#complained', 'suppressed-address', { address: 'ana@x.ro', reason: 'complaint' }),
    item('C#unsubscribed', 'suppressed-address', { address: 'ana@x.ro', reason: 'unsubscribed' }),
    // Not mailed there: a longer address, a member of the company, an account.
    item('C#other', 'client', { email: 'diana@x.ro' }),
    item('C#other', 'event', { user: { email: 'ana@x.ro' } }),
    item('C#other', 'invoice', { client: null, cancelledBy: { email: 'ana@x.ro' } }),
    item('U#ana', 'account', { email: 'ana@x.ro' }),
  ];
  expect(Object.fromEntries(mailingCompanies(items, ANA))).toEqual({
    ...{ client: false, copied: false, document: false, complained: true, unsubscribed: false },
  });
});
