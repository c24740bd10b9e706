import { beforeAll } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Answered, BulkConversion, DeliveryNote, NoteConversion, Refusal, VatRate } from './contract.ts';
import { call } from './invoices.ts';
import { type Scope, type Service, useService } from './service.ts';

/** Creates delivery notes for API tests. */

/** A company with a client and a VAT rate. */
export interface Delivering extends Scope {
  clientId: string;
  vat21: string;
}

export async function delivering(service: Service, scope?: Scope & { clientId?: string }): Promise<Delivering> {
  const own = scope ?? (await service.newCompany(await service.newUser()));
  const [clientId, rates] = await Promise.all([
    scope?.clientId ?? service.newClient(own).then(({ id }) => id),
    call<VatRate[]>(service, own, 'GET', '/vat-rates'),
  ]);
  const vat21 = rates.body.find(({ rate }) => Number(rate) === 21)?.id ?? '';
  return { token: own.token, company: own.company, clientId, vat21 };
}

/** A company for a test file, created before the first test. The fields of the returned object are set then. */
export function useDelivering(service: () => Service = useService()) {
  const scope = {} as Delivering;
  beforeAll(async () => {
    Object.assign(scope, await delivering(service()));
  });
  return { service, scope };
}

/** A valid body. */
export const deliveryNoteBody = ({ clientId, vat21 }: Delivering, overrides: object = {}) => ({
  ...{ clientId, currency: 'RON', issueDate: today(), dueDate: addDays(today(), 15) },
  lines: [{ description: 'Cărămidă', quantity: 2, unitPrice: '50.00', vatRateId: vat21 }],
  ...overrides,
});

export const postNote = (
  service: Service,
  scope: Delivering,
  overrides: object = {},
): Promise<Answered<DeliveryNote & Refusal>> =>
  call(service, scope, 'POST', '/delivery-notes', deliveryNoteBody(scope, overrides));

/** Valid transport fields of a note for a national transport. */
export const transport = () => ({
  ...{ etransportOperationType: 30, etransportVehicleNumber: 'CJ12ABC', etransportTransportDate: addDays(today(), 1) },
  ...{ etransportTransporterCountry: 'RO', etransportTransporterCode: '14399840', etransportTransporterName: 'Transport SRL' },
  ...{ etransportStartCounty: 12, etransportStartLocality: 'Cluj-Napoca', etransportStartStreet: 'Calea Turzii' },
  ...{ etransportEndCounty: 40, etransportEndLocality: 'Sector 3', etransportEndStreet: 'Bd. Theodor Pallady' },
});

/** Valid transport fields of a line. */
export const transportOfLine = { tariffCode: '07019050', netWeight: '1200.00', grossWeight: '1260.50' };

/** An identifier (UIT) as the authority gives one: its last two digits are check digits. */
export const UIT = '3RM04QL7ETK5A117';

/** A body whose transport can be declared. */
export const declarable = (scope: Delivering, overrides: object = {}) => ({
  ...transport(),
  lines: [
    { description: 'Cartofi noi', quantity: 1200, unitPrice: 3, unitOfMeasure: 'kg', vatRateId: scope.vat21, ...transportOfLine },
  ],
  ...overrides,
});

/** A draft. */
export const newNote = (service: Service, scope: Delivering, overrides: object = {}): Promise<DeliveryNote> =>
  expecting<DeliveryNote>(
    201,
    'A delivery note',
    service.api('POST', '/api/v1/delivery-notes', { ...scope, body: deliveryNoteBody(scope, overrides) }),
  );

/** Sends an action on a note: `issue`, `cancel`, `restore`, `storno` … */
export const actOnNote = <T = DeliveryNote>(
  service: Service,
  scope: Scope,
  uuid: string,
  act: string,
  body?: object,
): Promise<Answered<T & Refusal>> => call(service, scope, 'POST', `/delivery-notes/${uuid}/${act}`, body);

export const convertNote = (
  service: Service,
  scope: Scope,
  uuid: string,
  body?: object,
): Promise<Answered<NoteConversion & Refusal>> => actOnNote(service, scope, uuid, 'convert', body);

export const bulkConvert = (
  service: Service,
  scope: Scope,
  ids: readonly string[],
): Promise<Answered<BulkConversion & Refusal>> => call(service, scope, 'POST', '/delivery-notes/bulk-convert', { ids });

export const detailOfNote = (service: Service, scope: Scope, uuid: string): Promise<DeliveryNote> =>
  expecting<DeliveryNote>(200, 'The delivery note', service.api('GET', `/api/v1/delivery-notes/${uuid}`, scope));

/** A note in a status. */
export async function noteIn(
  service: Service,
  scope: Delivering,
  status: DeliveryNote['status'],
  overrides: object = {},
): Promise<DeliveryNote> {
  const { uuid } = await newNote(service, scope, overrides);
  const acts: Record<DeliveryNote['status'], string[]> = {
    ...{ draft: [], issued: ['issue'], converted: ['issue', 'convert'], cancelled: ['issue', 'cancel'] },
  };
  for (const act of acts[status]) {
    const answer = await actOnNote(service, scope, uuid, act);
    if (answer.status > 201) throw new Error(`${act} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return detailOfNote(service, scope, uuid);
}
