/* The main flow by the types of openapi-typescript, with openapi-fetch. */
import createClient from 'openapi-fetch';
import type { paths } from './schema';

declare const process: { env: Record<string, string> };
const { API = '', TOKEN = '', COMPANY = '', TODAY = '' } = process.env;
const api = createClient<paths>({ baseUrl: API, headers: { authorization: `Bearer ${TOKEN}` } });
const header = { 'X-Company': COMPANY };

/** The data of an answer. */
function ok<Data>({ data, error }: { data?: Data; error?: unknown }): NonNullable<Data> {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

const clients = ok(await api.GET('/api/v1/clients', { params: { header } }));
const [client] = Object.values(clients.data).flat();
if (!client) throw new Error('There is no client.');
const lines = [{ description: 'Consulting', quantity: 1, unitPrice: '100.00' }];
const draft = ok(
  await api.POST('/api/v1/invoices', { params: { header }, body: { clientId: client.id, issueDate: TODAY, lines } }),
);
if (!('invoice' in draft)) throw new Error('It is a credit note.');
const path = { uuid: draft.invoice.id };
const issued = ok(await api.POST('/api/v1/invoices/{uuid}/issue', { params: { header, path } }));
const pdf = ok(await api.GET('/api/v1/invoices/{uuid}/pdf', { params: { header, path }, parseAs: 'blob' }));
const invoices = ok(await api.GET('/api/v1/invoices', { params: { header } }));
console.log(`${clients.total} clients, ${issued.number}, PDF ${await pdf.slice(0, 4).text()}, ${invoices.total} invoices`);
