import { expect, it } from 'vitest';
import type { Stored } from '../../../infra/person/match.ts';
import { clientAddresses } from '../../../infra/person/mails/mailed.ts';

const client = (id: string, data: object): Stored => ({ pk: 'C#c', sk: id, kind: 'client', data: { id, ...data } });

const CLIENTS = [
  client('1', { email: ' Ana@x.ro', phone: '0722 123 456', cnp: '1850505123451' }),
  client('2', { email: null, phone: '0722123456' }),
  client('3', { email: 'dan@x.ro', notes: 'Sora: 0722123456' }),
  { ...client('4', { email: 'tipar@x.ro', phone: '0722123456' }), kind: 'supplier' as const },
];

it.each([
  [{ phone: '40722123456' }, ['ana@x.ro']],
  [{ number: '1850505123451' }, ['ana@x.ro']],
  [{ client: { companyId: 'c', id: '3' } }, ['dan@x.ro']],
  [{ client: { companyId: 'other', id: '3' } }, []],
])('finds the addresses in the records of clients that are the person: %o', (by, addresses) => {
  expect(clientAddresses(CLIENTS, { address: null, userId: null, ...by })).toEqual(addresses);
});
