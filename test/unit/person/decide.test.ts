import { describe, expect, it } from 'vitest';
import { decide } from '../../../infra/person/treatment.ts';
import { heldIn } from '../../../infra/person/export.ts';
import { TREATMENTS } from '../../../infra/person/kinds.ts';
import { type Person, recordOf, relationOf, statesAddress, type Stored, withoutAddress } from '../../../infra/person/match.ts';
import { windowOf } from '#shared/platform/lambda/limits/attempts.ts';
import { ITEM_KINDS, type ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

const USER = '01990000-0000-7000-8000-000000000001';
const ANA: Person = { address: 'ana@x.ro', userId: USER };
const item = (kind: ItemKind, data?: object, more: object = {}): Stored => ({
  ...{ pk: 'C#1', sk: 'X', kind },
  ...(data && { data }),
  ...more,
});

describe('an address in a text', () => {
  it.each([
    ['ana@x.ro', true],
    ['Scrie la ANA@X.RO.', true],
    ['NOMAIL#ana@x.ro', true],
    ['Ana <ana@x.ro>, Dan <dan@x.ro>', true],
    ['mailto:ana@x.ro?subject=x', true],
    ['diana@x.ro', false],
    ["o'ana@x.ro", false],
    ['dr.ana@x.ro', false],
    ['ana@x.ro.example', false],
    ['ana@x.rom', false],
    ['ana+1@x.ro', false],
    ['diana@x.ro and ana@x.ro', true],
  ])('%s: %s', (text, expected) => {
    expect(statesAddress(text, ANA)).toBe(expected);
  });

  it('is replaced everywhere, and no other one', () => {
    expect(withoutAddress('ana@x.ro, diana@x.ro; Ana@x.ro', ANA, '…')).toBe('…, diana@x.ro; …');
  });
});

describe('the owner of an item', () => {
  it.each<[string, Stored, ReturnType<typeof relationOf>]>([
    ['in the partition of the account', { pk: `U#${USER}`, sk: 'SESSION#1', kind: 'session' }, 'theirs'],
    ['leads to the account', { pk: 'IDP#1', sk: 'IDP', kind: 'idp-lookup', data: { userId: USER } }, 'theirs'],
    ['made for the address', item('invitation', { email: 'Ana@x.ro' }), 'theirs'],
    ['written by them to the operator', item('mail', { request: { template: 'contact', email: 'ana@x.ro' } }), 'theirs'],
    ['naming the person', item('mail', { request: { template: 'contact', email: 'dan@x.ro', message: 'ana@x.ro' } }), 'named'],
    ['naming them in a key', { pk: 'C#1', sk: 'NOMAIL#ana@x.ro', kind: 'suppressed-address' }, 'named'],
    ['with the id of the account', item('event', { user: { id: USER, name: 'Ana' } }), 'id'],
    ['counting their attempts', { pk: `RATE#${windowOf('password', 'ana@x.ro')}`, sk: 'WINDOW' } as Stored, 'theirs'],
    ["counting another's", { pk: `RATE#${windowOf('password', 'dan@x.ro')}`, sk: 'WINDOW' } as Stored, undefined],
    ['recorded of them', client({}, 0), 'theirs'],
    ["another's", client({ email: 'diana@x.ro' }, 0), undefined],
  ])('%s', (_, stored, expected) => {
    expect(relationOf(stored, ANA)).toBe(expected);
  });
});

const CLIENT = {
  ...{
    type: 'individual',
    name: 'Ana Pop',
    email: 'ana@x.ro',
    phone: '0722',
    address: 'Str. Lungă 1',
    cnp: '1',
    deletedAt: null,
  },
  ...{ contactPerson: 'Ana', notes: 'x', sendPersonalNumber: false, bankAccount: 'RO1', version: 3 },
};
const client = (changes: object, invoices: number): Stored => {
  const record = { ...CLIENT, ...changes };
  return item('client', undefined, { row: { record, stats: { invoices, revenueCents: 0 } } });
};
const EMAIL = {
  ...{
    to: 'ana@x.ro',
    cc: [],
    bcc: [],
    subject: 'Factura',
    body: 'Bună, Ana',
    state: 'sent',
    deliveryStatus: 'clicked',
    tracking: true,
  },
  ...{ sentBy: { id: 'u', name: 'Dan', email: 'dan@x.ro' }, bounceReason: null },
  metadata: { automatic: true },
};

describe('the remaining fields of an item', () => {
  it.each<[string, Stored, object]>([
    [
      'a private person with documents: name and address, no contact data',
      client({}, 1),
      {
        name: 'Ana Pop',
        address: 'Str. Lungă 1',
        email: null,
        phone: null,
        contactPerson: null,
        notes: null,
        cnp: null,
        bankAccount: null,
      },
    ],
    ['the personal number that documents state', client({ sendPersonalNumber: true }, 1), { cnp: '1', email: null }],
    ['nothing of one without documents', client({}, 0), { name: 'Erased person', address: null, email: null, phone: null }],
    ['nothing of a deleted one', client({ deletedAt: 't' }, 4), { name: 'Erased person', address: null, email: null }],
    [
      'of a company everything except the contact',
      client({ type: 'company' }, 0),
      { name: 'Ana Pop', cnp: '1', bankAccount: 'RO1', phone: null },
    ],
    [
      'of a client whose notes name them the rest of the notes',
      client({ email: 'dan@x.ro', notes: 'sau ana@x.ro' }, 0),
      {
        ...{ email: 'dan@x.ro', phone: '0722', notes: 'sau erased@deleted.invalid' },
      },
    ],
    [
      'of a mail the times when it was sent and read',
      item('invoice-email', EMAIL),
      {
        ...{ to: 'erased@deleted.invalid', body: '', tracking: false, deliveryStatus: 'clicked', state: 'sent' },
        metadata: { automatic: true },
      },
    ],
    [
      'a scheduled mail is not sent',
      item('invoice-email', { ...EMAIL, state: 'pending' }),
      { state: 'dropped', deliveryStatus: 'failed' },
    ],
    [
      'a copy is sent to the others',
      item('proforma-email', { ...EMAIL, to: 'dan@x.ro', cc: ['ana@x.ro', 'e@x.ro'] }),
      {
        ...{
          to: 'dan@x.ro',
          cc: ['e@x.ro'],
          body: 'Bună, Ana',
          tracking: false,
          metadata: { automatic: true },
        },
      },
    ],
    [
      'the sender of a mail',
      item('invoice-email', { ...EMAIL, to: 'dan@x.ro', sentBy: { id: USER, name: 'Ana', email: 'ana@x.ro' } }),
      {
        sentBy: { id: USER, name: 'Erased person', email: null },
      },
    ],
    [
      'the author of a template',
      item('recurring-invoice', { createdBy: { id: USER, name: 'Ana', email: 'ana@x.ro' }, notes: 'x' }),
      {
        ...{ createdBy: { id: USER, name: 'Erased person', email: null }, notes: 'x' },
      },
    ],
    [
      'the inviter of somebody else',
      item('invitation', { email: 'dan@x.ro', invitedBy: { id: USER, name: 'Ana' } }),
      {
        invitedBy: { id: USER, name: 'Erased person' },
      },
    ],
  ])('%s', (_, stored, expected) => {
    const decision = decide(stored, ANA);
    if (decision?.do !== 'reduce') throw new Error(`It is to ${decision?.do ?? 'be left alone'}.`);
    expect(recordOf(decision.after)).toMatchObject(expected);
    // A second run has nothing to do.
    expect(decide(decision.after, ANA)?.do ?? 'stay').toBe('stay');
  });

  it.each<[string, Stored, string | undefined]>([
    ['an issued invoice', item('invoice', { client: { email: 'ana@x.ro' } }), 'stay'],
    ['webhook events', item('notification', { to: 'ana@x.ro' }), 'stay'],
    ['an invitation', item('invitation', { email: 'ana@x.ro' }), 'remove'],
    ['the suppressed address', item('suppressed-address', { address: 'ana@x.ro' }), 'remove'],
    ['opens of a mail of theirs', item('mail-readings', { recipients: ['dan@x.ro', 'ana@x.ro'], opens: [] }), 'remove'],
    ['a session', { pk: `U#${USER}`, sk: 'SESSION#1', kind: 'session' }, 'remove'],
    ['the account', { pk: `U#${USER}`, sk: 'A#', kind: 'account' }, 'account'],
    ['an event with the id of the account alone', item('event', { user: { id: USER } }), undefined],
    ['an unknown kind', item('hologram' as ItemKind, { email: 'ana@x.ro' }), 'stay'],
  ])('%s', (_, stored, expected) => {
    expect(decide(stored, ANA)?.do).toBe(expected);
  });

  it('is decided for every kind, with a reason', () => {
    expect(Object.keys(TREATMENTS).toSorted()).toEqual(Object.keys(ITEM_KINDS).toSorted());
    for (const { why } of Object.values(TREATMENTS)) expect(why.length).toBeGreaterThan(20);
  });
});

describe('the data that a person gets', () => {
  it('of their own items is everything except secrets, of others the fields that name them', () => {
    const own = item('api-token', { userId: USER, name: 'test', tokenHash: 'h', scopes: ['a'] });
    expect(heldIn(own, ANA)[0]?.data).toEqual({ userId: USER, name: 'test', scopes: ['a'] });
    const party = { name: 'Ana Pop', email: 'ana@x.ro', postalCode: '1' };
    const invoice = item('invoice', { number: 'F1', notes: 'secret of the company', client: party });
    expect(heldIn(invoice, ANA)[0]).toMatchObject({ companyId: '1', kind: 'invoice', data: [party] });
    expect(heldIn(item('invoice', { client: { email: 'dan@x.ro' } }), ANA)).toEqual([]);
  });
});
