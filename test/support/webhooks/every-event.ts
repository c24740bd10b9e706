import { UnexpectedAnswer } from '../../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { declarable, delivering, noteIn } from '../delivery-notes.ts';
import { call, detailOf, draft, issued } from '../invoices.ts';
import { actOn, newProforma, offering } from '../proformas.ts';
import type { Scope, Service } from '../service.ts';

/**
 * The life of a company that gives rise to every event, in an hour of the local clock.
 * @param own connected to the tax authority @returns `own`
 */
export async function everyEvent(service: Service, own: Scope & { clientId: string }): Promise<Scope> {
  const send = async (method: string, path: string, body?: unknown): Promise<{ payment?: { id: string } }> => {
    const answer = await call<{ payment?: { id: string } } | undefined>(service, own, method, path, body);
    if (answer.status >= 300) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    return answer.body ?? {};
  };
  const newInvoice = () => issued(service, own, { clientId: own.clientId });

  await send('PATCH', `/clients/${own.clientId}`, { phone: '0264 000 000' });
  const { id } = await newInvoice();
  await send('PUT', `/invoices/${(await draft(service, own, { clientId: own.clientId })).id}`, { notes: 'New' });
  const money = { amount: 121, paymentDate: today() };
  const { payment: paid } = await send('POST', `/invoices/${id}/payments`, money);
  await send('DELETE', `/invoices/${id}/payments/${paid?.id}`);
  await send('POST', `/invoices/${id}/submit`);

  const cancelled = await newInvoice();
  await send('POST', `/invoices/${cancelled.id}/cancel`, { reason: 'Ordered by mistake' });
  await send('POST', `/invoices/${cancelled.id}/restore`);

  for (const type of ['delivery', 'bounce']) {
    const to = `${type}@client.example`;
    await send('POST', `/invoices/${id}/email`, { to });
    await service.idle();
    const [mail] = await service.mailbox(to);
    await service.api('POST', '/_local/ses-events', { body: { messageId: mail?.messageId, type } });
  }
  // Cancelled before the next attempt of its mail.
  const withdrawn = await newInvoice();
  await service.api('POST', '/_local/faults', { body: { service: 'ses', kind: 'fail', times: 1 } });
  await send('POST', `/invoices/${withdrawn.id}/email`, { to: 'failed@client.example' });
  await service.idle();
  await send('POST', `/invoices/${withdrawn.id}/cancel`, { reason: 'Ordered by mistake' });
  await send('POST', '/invoices/export/zip', { invoiceIds: [id] });
  await service.idle();
  await service.advance('PT20M');

  const offer = await offering(service, own);
  await actOn(service, offer, (await newProforma(service, offer)).uuid, 'accept');
  await actOn(service, offer, (await newProforma(service, offer)).uuid, 'reject');
  const goods = await delivering(service, own);
  await noteIn(service, goods, 'converted');
  await noteIn(service, goods, 'cancelled');
  const declared = [declarable(goods), declarable(goods), { ...declarable(goods), etransportVehicleNumber: null }];
  // One after the other: numbers of invoices that are issued simultaneously are assigned in random order.
  const notes: Awaited<ReturnType<typeof noteIn>>[] = [];
  for (const body of declared) notes.push(await noteIn(service, goods, 'issued', body));
  const [accepted, rejected, incomplete] = notes;
  for (const note of [accepted, incomplete]) await send('POST', `/delivery-notes/${note?.uuid}/submit-etransport`);
  await service.advance('PT10M');

  const { taxauthUploadIndex: uploadIndex } = await detailOf(service, own, id);
  await service.api('POST', '/_local/taxauth/buyer-messages', { body: { uploadIndex, message: 'Cantitate greșită' } });
  const { body: usual } = await service.api('GET', '/_local/taxauth');
  await service.api('PUT', '/_local/taxauth', { body: { mode: 'down' } });
  await send('POST', '/sync/trigger', {});
  await service.idle();
  await service.api('PUT', '/_local/taxauth', { body: { mode: (usual as { mode: string }).mode } });
  await send('POST', '/sync/trigger', {});
  await service.idle();

  const refused = await newInvoice();
  await service.api('PUT', '/_local/taxauth', { body: { mode: 'reject', errors: ['BR-RO-020: refused'] } });
  await send('POST', `/invoices/${refused.id}/submit`);
  await send('POST', `/delivery-notes/${rejected?.uuid}/submit-etransport`);
  await service.advance('PT30M');
  return own;
}
