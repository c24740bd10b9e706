import { createInvoicingClient, draftInvoice, items, ok } from './src/index.ts';

/** The example of README.md, which a test compares and runs. */
export async function example(baseUrl: string, apiKey: string, company: string, clientId: string): Promise<string[]> {
  // README begins
  const client = createInvoicingClient({
    baseUrl, // such as https://api.example.com
    credentials: { apiKey }, // or { email, password }, or { token, refreshToken }
    company, // its id, sent as X-Company
  });

  const lines = [{ description: 'Consultanță', quantity: 1.5, unitPrice: 200, vatRate: 21 }];
  const { invoice } = await draftInvoice(client, { clientId, issueDate: '2026-11-02', dueDate: '2026-12-02', lines });
  const params = { path: { uuid: invoice.id } };
  const issued = await ok(client.POST('/api/v1/invoices/{uuid}/issue', { params }));
  const pdf = await ok(client.GET('/api/v1/invoices/{uuid}/pdf', { params, parseAs: 'arrayBuffer' }));

  const numbers: string[] = [];
  for await (const one of items(client, '/api/v1/invoices', { query: { status: ['issued'] } })) numbers.push(one.number);
  // README ends
  return [issued.number, new TextDecoder().decode(pdf).slice(0, 5), ...numbers];
}
