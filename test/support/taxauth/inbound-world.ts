import { seededRandom } from '../../../infra/local/faults/faults.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { call, connect } from '../invoices.ts';
import { keyWith } from '../members.ts';
import type { Service } from '../service.ts';
import { BROKEN, type BrokenArchive, OTHERS } from './broken-archives.ts';
import { type Receiver, supplierInvoice } from './received.ts';

/** Companies that receive many documents, and the expected results. */

export interface Delivered {
  messageId: string;
  number: string;
  /** In cents, with its sign. */
  total: number;
  seller: string;
  isCreditNote: boolean;
  broken: BrokenArchive | null;
}

export interface Addressee extends Receiver {
  delivered: Delivered[];
}

/** Suppliers of each company. */
const SUPPLIERS = 4;
/** One in this number of archives is broken, one in this number of documents is a credit note. */
const BROKEN_EVERY = 20;
const CREDIT_EVERY = 15;

/** Creates this number of companies, connected to the authority, ten per organization. */
export async function addressees(service: Service, many: number): Promise<Addressee[]> {
  const made: Addressee[] = [];
  while (made.length < many) {
    const user = await service.newUser();
    const token = await keyWith(service, user, PERMISSIONS);
    for (let place = 0; place < 10 && made.length < many; place++) {
      const cif = String(70_000_000 + made.length);
      const { company } = await service.newCompany(user, { cif, vatCode: `RO${cif}` });
      await connect(service, { token: user.token, company });
      made.push({ token, company, cif, delivered: [] });
    }
  }
  return made;
}

let placed = 0;
const random = seededRandom(20_261_122);
const kinds = Object.values(BROKEN);

/** Puts the next document into the company's list at the authority. */
export function deliverNext(service: Service, to: Addressee): void {
  const place = placed++;
  const number = `F-${place}`;
  const isCreditNote = place % CREDIT_EVERY === 0;
  const net = 100 + Math.floor(random() * 100_000);
  const vat = Math.round(net * 0.21);
  const seller = String(80_000_000 + Math.floor(random() * SUPPLIERS));
  const document = { number, buyer: to.cif, seller, name: `Furnizor ${seller} SRL` };
  const xml = supplierInvoice({
    ...document,
    ...{ root: isCreditNote ? 'CreditNote' : 'Invoice', net: (net / 100).toFixed(2), vat: (vat / 100).toFixed(2) },
  });
  const broken = place % BROKEN_EVERY === 7 ? kinds[Math.floor(place / BROKEN_EVERY) % kinds.length]! : null;
  const archive = broken && Buffer.from(broken.make({ ...document, xml })).toString('base64');
  const { messageId } = service.runtime.engines.taxauth.addInbox({ cif: to.cif, xml, ...(archive !== null && { archive }) });
  const total = (net + vat) * (isCreditNote ? -1 : 1);
  const stray = broken?.outcome === 'warned' ? { seller: OTHERS.seller, total: 12_100, isCreditNote: false } : {};
  to.delivered.push({ messageId, number, total, seller, isCreditNote, broken, ...stray });
}

interface Page<T> {
  data: T[];
  total: number;
}

/** All records of a list. */
async function all<T>(service: Service, scope: Receiver, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call<Page<T>>(service, scope, 'GET', `${path}?limit=100&page=${page}`);
    found.push(...body.data);
    if (body.data.length === 0 || found.length >= body.total) return found;
  }
}

interface Message {
  messageId: string;
  status: string;
  invoiceId: string | null;
  details: { message: string };
}

interface Supplier {
  cui: string;
  invoiceCount: number;
  totalExpenses: number;
}

const cents = (amount: number): number => Math.round(amount * 100);

/** The unexpected and the missing documents of a company. */
export async function deviations(service: Service, to: Addressee): Promise<string[]> {
  const found: string[] = [];
  const [documents, messages, suppliers] = await Promise.all([
    all<{ id: string; number: string; total: number }>(service, to, '/invoices'),
    all<Message>(service, to, '/efactura-messages'),
    call<{ data: Record<string, Supplier[]> }>(service, to, 'GET', '/suppliers?limit=200'),
  ]);
  const stored = to.delivered.filter(({ broken }) => broken?.outcome !== 'failed');
  const byNumber = Map.groupBy(documents, ({ number }) => number);
  for (const { number, total } of stored) {
    const same = byNumber.get(number) ?? [];
    if (same.length !== 1) found.push(`${number} is stored ${same.length} times`);
    else if (cents(same[0]!.total) !== total) found.push(`${number} has the total ${same[0]!.total}, not ${total / 100}`);
  }
  if (documents.length !== stored.length) found.push(`${documents.length} documents, not ${stored.length}`);

  const byId = Map.groupBy(messages, ({ messageId }) => messageId);
  for (const { messageId, number, broken } of to.delivered) {
    const [message, ...others] = byId.get(messageId) ?? [];
    if (!message || others.length > 0) found.push(`message of ${number}: ${1 + others.length} records`);
    else found.push(...wrongIn(message, broken).map(what => `message of ${number}: ${what}`));
  }
  if (messages.length !== to.delivered.length) found.push(`${messages.length} messages, not ${to.delivered.length}`);

  const expected = Map.groupBy(stored, ({ seller }) => seller);
  const shown = Object.values(suppliers.body.data).flat();
  for (const { cui, invoiceCount, totalExpenses } of shown) {
    const own = expected.get(cui) ?? [];
    const invoices = own.filter(({ isCreditNote }) => !isCreditNote).length;
    const sum = own.reduce((total, one) => total + one.total, 0);
    if (invoices !== invoiceCount || sum !== cents(totalExpenses))
      found.push(`supplier ${cui} has ${invoiceCount} invoices of ${totalExpenses}, not ${invoices} of ${sum / 100}`);
  }
  if (shown.length !== expected.size) found.push(`${shown.length} suppliers, not ${expected.size}`);
  return found.map(what => `${to.cif}: ${what}`);
}

function wrongIn({ status, invoiceId, details }: Message, broken: BrokenArchive | null): string[] {
  const outcome = broken?.outcome ?? 'stored';
  const expected = { failed: 'error', warned: 'warning', stored: 'ok' }[outcome];
  return [
    ...(status === expected ? [] : [`status ${status}, not ${expected} (${details.message})`]),
    ...((invoiceId === null) === (outcome === 'failed') ? [] : [`document ${invoiceId}`]),
    ...(broken?.reason?.test(details.message) === false ? [`reason ${details.message}`] : []),
  ];
}
