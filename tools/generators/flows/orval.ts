/* The main flow by orval's client of `fetch`. */
import { clientsList, invoicesCreate, invoicesIssue, invoicesList, invoicesPdf } from './api';

declare const process: { env: Record<string, string> };
const { API = '', TOKEN = '', COMPANY = '', TODAY = '' } = process.env;
// The paths are called as they are: a program has its own `fetch` (orval's mutator) for the host.
const send = fetch;
globalThis.fetch = (path, init) => send(new URL(String(path), API), init);
const options = { headers: { authorization: `Bearer ${TOKEN}`, 'X-Company': COMPANY } };

function refused(answer: { status: number; data: unknown }): never {
  throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
}

const clients = await clientsList(undefined, options);
if (clients.status !== 200) refused(clients);
const [client] = Object.values(clients.data.data).flat();
if (!client) throw new Error('There is no client.');
const lines = [{ description: 'Consulting', quantity: 1, unitPrice: '100.00' }];
const draft = await invoicesCreate({ clientId: client.id, issueDate: TODAY, lines }, options);
if (draft.status !== 201) refused(draft);
if (!('invoice' in draft.data)) throw new Error('It is a credit note.');
const { id } = draft.data.invoice;
const issued = await invoicesIssue(id, options);
if (issued.status !== 200) refused(issued);
const pdf = await invoicesPdf(id, undefined, options);
if (pdf.status !== 200) refused(pdf);
const invoices = await invoicesList(undefined, options);
if (invoices.status !== 200) refused(invoices);
console.log(
  `${clients.data.total} clients, ${issued.data.number}, PDF ${await pdf.data.slice(0, 4).text()}, ${invoices.data.total} invoices`,
);
