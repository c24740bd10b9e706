import { beforeAll } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import { readRecord } from '#shared/documents/delivery-notes/transport/record.ts';
import { checkMessage } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { headerWrites, readHeader } from '#shared/documents/common/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote as StoredNote } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { TransportFields, TransportState } from '#shared/model/transport.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { StillProcessing } from '#shared/authority/taxauth/client/still-processing.ts';
import type { Answered, DeliveryNote, Refusal, TransportDeclaration } from './contract.ts';
import { actOnNote, declarable, type Delivering, delivering, detailOfNote, noteIn, UIT } from './delivery-notes.ts';
import { call, readyCompany } from './invoices.ts';
import { keyWith } from './members.ts';
import { type Scope, type Service, useOwnService } from './service.ts';

/** Helpers for tests of transport declarations: of a company that is connected to the authority. */

export interface Declaring extends Delivering {
  cif: string;
  /** A session of the company's owner: it expires when the clock is set forward by an hour. */
  session: string;
}

/** With a credential that outlives every turn of the clock. */
export async function declaring(service: Service): Promise<Declaring> {
  const user = await service.newUser();
  const company = await readyCompany(service, user);
  const { cif } = await expecting<{ cif: string }>(
    200,
    'The company',
    service.api('GET', `/api/v1/companies/${company.company}`, company),
  );
  const own = await delivering(service, company);
  return { ...own, token: await keyWith(service, user, PERMISSIONS), session: user.token, cif };
}

/** A declaration as the simulator received it. */
export interface Received {
  index: number;
  cif: string;
  uit: string;
  verdict: 'ok' | 'nok';
  kind: string;
  reference: string | null;
}

/** The set-up of a test file: a service of its own, a company that declares transports, made before the first test, and its requests. */
export function useTransports() {
  const service = useOwnService();
  // Filled in place before the first test.
  const scope = {} as Declaring;
  beforeAll(async () => {
    Object.assign(scope, await declaring(service()));
  });
  const requests = transportsOf(service, scope);
  return {
    service,
    scope,
    ...requests,
    /** Sets how the authority's simulator behaves. */
    set: (settings: object) => authority(service(), settings),
    /** The last message that the simulator received from the company, with its XML. */
    async lastReceived() {
      const last = (await requests.received()).at(-1);
      return { ...last, xml: service().runtime.engines.taxauth.declarationXml(last?.index ?? 0) };
    },
  };
}

/** The requests of one company about transports. */
export function transportsOf(service: () => Service, scope: Declaring) {
  const request = <T>(method: string, path: string, body?: object): Promise<Answered<T & Refusal>> =>
    call<T & Refusal>(service(), scope, method, path, body);
  const read = (uuid: string): Promise<DeliveryNote> => detailOfNote(service(), scope, uuid);
  return {
    request,
    read,
    /** An issued note whose transport can be declared. */
    declarableNote: (overrides: object = {}): Promise<DeliveryNote> =>
      noteIn(service(), scope, 'issued', declarable(scope, overrides)),
    act: (uuid: string, act: string, body?: object) => actOnNote(service(), scope, uuid, act, body),
    submit: (uuid: string) => actOnNote(service(), scope, uuid, 'submit-etransport'),
    patch: (uuid: string, body: Partial<TransportFields> & { lines?: object[] }) =>
      request<DeliveryNote>('PATCH', `/delivery-notes/${uuid}/etransport`, body),
    /** A follow-up message about a declared transport: `correct`, `vehicle`, `confirm`, `delete`. */
    followUp: (uuid: string, what: string, body: object = {}) =>
      request<TransportDeclaration>('POST', `/delivery-notes/${uuid}/etransport/${what}`, body),
    declarations: async (uuid: string): Promise<TransportDeclaration[]> =>
      (await request<{ data: TransportDeclaration[] }>('GET', `/delivery-notes/${uuid}/etransport/declarations`)).body.data,
    /** A note whose declaration was accepted. */
    async declaredNote(overrides: object = {}): Promise<DeliveryNote> {
      const { uuid } = await noteIn(service(), scope, 'issued', declarable(scope, overrides));
      await actOnNote(service(), scope, uuid, 'submit-etransport');
      await service().advance('PT10M');
      const note = await read(uuid);
      if (note.etransportStatus !== 'ok')
        throw new Error(`The declaration is ${note.etransportStatus}: ${note.etransportErrorMessage}`);
      return note;
    },
    /** The messages that the simulator accepted from the company, oldest first. */
    async received(): Promise<Received[]> {
      const { body } = await service().api('GET', '/_local/taxauth/received');
      return (body as { declarations: Received[] }).declarations.filter(({ cif }) => cif === scope.cif);
    },
  };
}

/** Sets how the authority's simulator behaves. */
export const authority = (service: Service, settings: object) => service.api('PUT', '/_local/taxauth', { body: settings });

/** A note with an accepted declaration; the company must be connected. Polls at once, without changing the clock. */
export async function declaredAtOnce(service: Service, scope: Delivering): Promise<DeliveryNote> {
  const { uuid } = await noteIn(service, scope, 'issued', declarable(scope));
  const { etransportDeclarationId } = await expecting<DeliveryNote>(
    200,
    'Submitting',
    service.api('POST', `/api/v1/delivery-notes/${uuid}/submit-etransport`, scope),
  );
  const recordId = String(etransportDeclarationId);
  const record = await readRecord(scope.company, recordId);
  const task = { companyId: scope.company, recordId, messageId: record?.data.messages[0]?.id ?? '' };
  await service.idle();
  for (let asked = 0; asked < 5; asked++) {
    try {
      const { state } = await checkMessage(task);
      if (state !== 'ok') throw new Error(`The declaration is ${state}.`);
      return await detailOfNote(service, scope, uuid);
    } catch (error) {
      if (!(error instanceof StillProcessing)) throw error;
    }
  }
  throw new Error('The authority did not decide.');
}

/**
 * A note whose transport has a given state in the table, without a call to the authority: an identifier that is valid for five days by default.
 */
export async function noteWithIdentifier(
  service: Service,
  scope: Delivering,
  state: Partial<TransportState> = {},
  overrides: object = {},
): Promise<DeliveryNote> {
  const { uuid } = await noteIn(service, scope, 'issued', declarable(scope, overrides));
  const identified = { etransportStatus: 'ok', etransportUit: UIT, etransportValidUntil: addDays(today(), 5) } as const;
  await setTransportState(scope, uuid, { ...identified, ...state });
  return detailOfNote(service, scope, uuid);
}

/** Writes the state of a note's transport to the table. */
export async function setTransportState({ company }: Scope, uuid: string, state: Partial<TransportState>): Promise<void> {
  const before = await readHeader<StoredNote>(KINDS.delivery_note, company, uuid);
  if (!before) throw new Error('The note is not there.');
  await transact(headerWrites(DELIVERY_NOTES, [{ before, after: { ...before, ...state }, recorded: [] }]));
}
