import { extractText, getDocumentProxy } from 'unpdf';
import type { Answered } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import type { Service } from '../../support/service.ts';

export async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** Requests of these tests. */
export function pdfCalls(service: () => Service) {
  const trader = useTrader({ service, lasting: true });
  const { scope, request, act, draft, issued, detailOf, creditIssued } = trader;

  const get = <T = Buffer>(path: string): Promise<Answered<T>> => request<T>('GET', `/invoices/${path}`);
  return { trader, scope, request, act, draft, issued, detailOf, creditIssued, get };
}
