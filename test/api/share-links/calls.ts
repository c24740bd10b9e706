import type { Answered, Invoice, Refusal, ShareLink } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';
import type { Trader } from '../../support/trader.ts';

/** Requests of these tests. */
export function shareLinksCalls(service: () => Service, { request, issued }: Pick<Trader, 'request' | 'issued'>) {
  const share = (id: string, body: object = {}) => request<ShareLink & Refusal>('POST', `/invoices/${id}/share-links`, body);
  const links = async (id: string): Promise<ShareLink[]> =>
    (await request<ShareLink[]>('GET', `/invoices/${id}/share-links`)).body;
  const open = <T = Record<string, unknown>>(token: string, file = '') =>
    service().api('GET', `/api/v1/share/${token}${file}`) as Promise<Answered<T>>;

  /** An issued invoice and a link to it. */
  async function shared(): Promise<{ invoice: Invoice; link: ShareLink }> {
    const invoice = await issued();
    return { invoice, link: (await share(invoice.id)).body };
  }
  return { share, links, open, shared };
}
