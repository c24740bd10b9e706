/* The main flow by @hey-api/openapi-ts. */
import { clientsList, invoicesCreate, invoicesIssue, invoicesList, invoicesPdf } from './api';
import { client as api } from './api/client.gen';

declare const process: { env: Record<string, string> };
const { API = '', TOKEN = '', COMPANY = '', TODAY = '' } = process.env;
api.setConfig({ baseUrl: API, auth: ({ scheme }) => (scheme === 'bearer' ? TOKEN : undefined), throwOnError: true });
const headers = { 'X-Company': COMPANY };

const { data: clients } = await clientsList({ headers, throwOnError: true });
const [client] = Object.values(clients.data).flat();
if (!client) throw new Error('There is no client.');
const lines = [{ description: 'Consulting', quantity: 1, unitPrice: '100.00' }];
const { data: draft } = await invoicesCreate({
  headers,
  body: { clientId: client.id, issueDate: TODAY, lines },
  throwOnError: true,
});
if (!('invoice' in draft)) throw new Error('It is a credit note.');
const path = { uuid: draft.invoice.id };
const { data: issued } = await invoicesIssue({ headers, path, throwOnError: true });
const { data: pdf } = await invoicesPdf({ headers, path, throwOnError: true });
const { data: invoices } = await invoicesList({ headers, throwOnError: true });
console.log(`${clients.total} clients, ${issued.number}, PDF ${await pdf.slice(0, 4).text()}, ${invoices.total} invoices`);
