import { expecting } from '../../../infra/local/api-client.ts';
import type { NoteConversion, RecurringInvoice } from '../contract.ts';
import type { Crediting } from '../credit-notes.ts';
import type { Service } from '../service.ts';

/** The requests by which a document of the books is created, as a user would send them on its day, for its client. */
export type Desk = ReturnType<typeof deskOf>;

/** The context of the user: its company, the day and earlier documents. */
export interface Place {
  /** `clientId`: the client of the document. */
  scope: Crediting;
  /** `YYYY-MM-DD` */
  day: string;
  /** Ids of documents by their names in the books. */
  made: ReadonlyMap<string, string>;
  /** Ids of delivery notes and templates by their names. */
  prepared: ReadonlyMap<string, string>;
}

const TERM_DAYS = 30;

export function deskOf(service: Service, { scope, day, made, prepared }: Place) {
  const { clientId, seriesId, vat21: rate21, vat11: rate11 } = scope;
  const dueDate = new Date(Date.parse(day) + TERM_DAYS * 86_400_000).toISOString().slice(0, 10);
  const dated = { clientId, issueDate: day, dueDate };
  const act = <T>(status: number, path: string, body?: object): Promise<T> =>
    expecting<T>(status, path, service.api('POST', `/api/v1${path}`, { ...scope, body }));
  const issued = async (id: string): Promise<string> => {
    await act(200, `/invoices/${id}/issue`);
    return id;
  };
  const known = (ids: ReadonlyMap<string, string>, name: string): string => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`${name} is not made yet.`);
    return id;
  };
  const idOf = (doc: string): string => known(made, doc);

  return {
    rate21,
    rate11,
    act,
    idOf,
    prepared: (name: string): string => known(prepared, name),
    noteLine: (description: string, quantity: number, unitPrice: number) => ({
      ...{ description, quantity, unitPrice, vatRateId: rate21 },
    }),
    /** An issued invoice. */
    async invoice(body: object): Promise<string> {
      const { invoice } = await act<{ invoice: { id: string } }>(201, '/invoices', { ...dated, ...body });
      return issued(invoice.id);
    },
    /** An issued credit note on an earlier document. */
    async creditNote(doc: string, lines: object[], currency = 'RON'): Promise<string> {
      const body = {
        ...dated,
        isCreditNote: true,
        direction: 'outgoing',
        parentDocumentId: idOf(doc),
        seriesId,
        currency,
        lines,
      };
      return issued((await act<{ id: string }>(201, '/invoices', body)).id);
    },
    /** An issued delivery note. */
    async deliveryNote(body: object): Promise<string> {
      const { uuid } = await act<{ uuid: string }>(201, '/delivery-notes', { ...dated, currency: 'RON', ...body });
      await act(200, `/delivery-notes/${uuid}/issue`);
      return uuid;
    },
    async invoiceOfNote(note: string): Promise<string> {
      const { invoice } = await act<NoteConversion>(201, `/delivery-notes/${note}/convert`, { issueDate: day, dueDate });
      return issued(invoice.id);
    },
    async invoiceOfNotes(ids: string[]): Promise<string> {
      const { uuid } = await act<{ uuid: string }>(201, '/delivery-notes/bulk-convert', { ids });
      return issued(uuid);
    },
    /** A template of monthly invoices in lei. */
    async template(body: object): Promise<string> {
      const { seriesId: series } = await ofInvoices();
      const template = {
        ...{ clientId, seriesId: series, documentType: 'invoice', currency: 'RON', invoiceTypeCode: '380', frequency: 'monthly' },
        ...{ frequencyDay: 27, dueDateType: 'relative', dueDateDays: 15 },
        ...body,
      };
      return (await act<{ uuid: string }>(201, '/recurring-invoices', template)).uuid;
    },
    /** The invoice that a template has issued automatically. */
    async issuedByTemplate(template: string): Promise<string> {
      const path = `/api/v1/recurring-invoices/${template}`;
      const { lastInvoiceId } = await expecting<RecurringInvoice>(200, path, service.api('GET', path, scope));
      if (lastInvoiceId === null) throw new Error('The template has not issued an invoice.');
      return lastInvoiceId;
    },
    pay: (doc: string, amount: number) => act(201, `/invoices/${idOf(doc)}/payments`, { amount, paymentDate: day }),
  };

  /** The series of invoices. */
  async function ofInvoices(): Promise<{ seriesId: string }> {
    const path = '/api/v1/document-series?type=invoice';
    const [series] = await expecting<{ id: string }[]>(200, path, service.api('GET', path, scope));
    return { seriesId: series?.id ?? '' };
  }
}
