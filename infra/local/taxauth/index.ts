import { X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download, status } from './answers.ts';
import { serve } from './http.ts';
import type { Outcome, Request } from './http.ts';
import { type Counter, createCounter, LIMIT_TEXTS, LIMITS, type LimitName } from './limits.ts';
import { type InboxMessage, inboxMessage } from './inbox.ts';
import { type Inbox, listOfDays, listPage } from '#shared/authority/taxauth/simulator/lists.ts';
import { authorize, token } from './oauth.ts';
import type { OauthClient } from './oauth.ts';
import { createSealMaterial } from './seal-material.ts';
import type { SealMaterial } from './seal-material.ts';
import { afterLostAnswer, DEFAULT_SETTINGS, patched, settingsPatch, shownState } from './settings.ts';
import type { Settings, SettingsPatch, TaxauthState } from './settings.ts';
import { openStore } from './store.ts';
import type { Grant, Store } from './store.ts';
import { digitsOf, findGrant, issueAccessToken, mayUse } from './tokens.ts';
import * as transport from './transport/answers.ts';
import { refusal as transportRefused } from '#shared/authority/taxauth/simulator/transport-wire.ts';
import { type ReceivedDeclaration, receivedDeclaration } from './transport/received.ts';
import { addBuyerMessage, addToInbox, upload } from './upload.ts';
import type { TakenOrNot, Validate } from './upload.ts';
import { OAUTH_PATH, REST_PATH, TRANSPORT_PATH } from './paths.ts';
import { downloadRefused, failure, listRefused, statusRefused, uploadRefused } from '#shared/authority/taxauth/simulator/wire.ts';
import type { Answer } from '#shared/authority/taxauth/simulator/wire.ts';

/**
 * The tax authority's simulator: an HTTP server with its protocols (OAuth; upload, status, download and message
 * lists of e-invoices; upload, state and list of transport declarations), keeps what it took across restarts, and
 * misbehaves on request. The rows of `/_local/taxauth*` in the local control contract are the functions of `Taxauth`.
 */
export interface TaxauthOptions {
  /** Folder of its own; created when missing. */
  dataDir: string;
  /** 0, the default: any free port. */
  port?: number;
  /** The rule set that mode `ok` applies after its own first checks. */
  validate?: Validate;
  /** Credentials of the registered application; `local` and `local-secret` by default. */
  oauthClient?: OauthClient;
}

export interface ReceivedUpload {
  index: number;
  at: string;
  cif: string;
  standard: string;
  number: string | null;
  sha256: string;
  verdict: 'ok' | 'nok';
  /** Came to `uploadb2c`. */
  b2c: boolean;
  /** With `extern=DA`. */
  extern: boolean;
  /** With `autofactura=DA`. */
  autofactura: boolean;
}

export interface Taxauth {
  /** `http://127.0.0.1:<port>` */
  endpoint: string;
  /** REST root, the client's `baseUrl`. */
  baseUrl: string;
  /** Root of the service for transport declarations. */
  transportUrl: string;
  /** Root of `authorize` and `token`. */
  oauthUrl: string;
  /** PEM of the test authority that issued the seal, its list of revoked certificates, and the SHA-256 fingerprint of the seal: what answers are verified by. */
  trust: { anchor: string; revocationList: string; seal: string };
  stop(): Promise<void>;
  state(): TaxauthState;
  /** Throws ZodError for a body that the contract does not know. */
  configure(patch: SettingsPatch): TaxauthState;
  received(): { uploads: ReceivedUpload[]; declarations: ReceivedDeclaration[] };
  /** The messages in the inboxes of all tax ids, oldest first. */
  inbox(): InboxMessage[];
  /** The message about a transport as it was uploaded; null for an index that was not given to one. */
  declarationXml(index: number): string | null;
  /** A token with rights for one tax id or several; 90 days by default, by the local clock. */
  createToken(request: { cif: string | string[]; expiresInDays?: number }): { token: string };
  /** A message of the buyer of an upload, in the list of the seller. */
  addBuyerMessage(request: { uploadIndex: string; message: string }): { messageId: string };
  /**
   * A document in the inbox of a tax id: its text, or its bytes in base64 where it is not UTF-8. `raw`: the bytes are delivered whatever
   * they are, also broken ones. `archive`: what is downloaded in place of the archive of the document, in base64.
   */
  addInbox(request: {
    cif: string;
    xml?: string | undefined;
    base64?: string | undefined;
    raw?: boolean | undefined;
    archive?: string | undefined;
  }): { messageId: string };
  /** How often each message was downloaded since the start, by its id. */
  downloads(): ReadonlyMap<string, number>;
  /** Counts arriving calls against the authority's limits. */
  limits: Pick<Counter, 'arrivals' | 'breaches'>;
}

const DAY_SECONDS = 86_400;

/** Starts the simulator with its stored state, including the settings. */
export async function startTaxauth(options: TaxauthOptions): Promise<Taxauth> {
  const { dataDir, port = 0, oauthClient = { id: 'local', secret: 'local-secret' }, validate } = options;
  mkdirSync(dataDir, { recursive: true });
  const store = openStore(join(dataDir, 'taxauth.sqlite'));
  const material = await keptSeal(store, dataDir);
  let settings = keptSettings(store);
  const change = (next: Settings): TaxauthState => {
    settings = next;
    store.keep('settings', JSON.stringify(next));
    return shownState(next);
  };

  const downloads = new Map<string, number>();
  const count = (id: string): void => void downloads.set(id, (downloads.get(id) ?? 0) + 1);
  const counter = createCounter(() => settings.limits);
  const limited = (): Answer => failure(429, 'Too Many Requests', 'Limita de apeluri a fost atinsa', { 'retry-after': '60' });

  /** The response to a call beyond a daily limit; undefined for all others. */
  const beyond = (
    limit: Exclude<LimitName, 'calls'>,
    subject: string | null,
    refused: (text: string) => Answer,
  ): Outcome | undefined =>
    subject === null || counter.allows(limit, subject)
      ? undefined
      : atOnce(refused(LIMIT_TEXTS[limit](settings.limits[limit] ?? LIMITS[limit], subject)));

  /** Handles a call of either service: checks outages, limits and tokens before the operation. */
  const admitted = async (
    request: Request,
    work: (grant: Grant, delayMs: number) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> => {
    if (settings.mode === 'down') return atOnce(failure(500, 'Internal Server Error', 'Serviciul nu este disponibil'));
    if (!counter.allows('calls')) return atOnce(limited());
    const { retryAfter } = settings;
    if (settings.mode === 'rateLimited') {
      return atOnce(failure(429, 'Too Many Requests', 'Limita de apeluri a fost atinsa', { 'retry-after': String(retryAfter) }));
    }
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const grant = findGrant(store, 'access', bearer);
    if (!grant) return atOnce(failure(401, 'Unauthorized', 'Token invalid sau expirat'));
    return work(grant, settings.mode === 'slow' ? settings.delayMs : 0);
  };

  /** Delivers or drops the response to an upload, by the mode. */
  const uploaded = ({ answer, index }: TakenOrNot, delayMs: number, markLost: (index: number) => void): Outcome => {
    if (index === null) return { answer, delayMs };
    const undelivered = (): void => markLost(index);
    // The mode as it is now: of two uploads at the same moment one alone uses up the last lost answer.
    if (settings.mode !== 'lostAnswer') return { answer, delayMs, undelivered };
    undelivered();
    change(afterLostAnswer(settings));
    return 'connectionLost';
  };

  const inboxOf = (grant: Grant): Inbox => ({ mayUse: cif => mayUse(grant, cif), uploadsOf: store.uploadsOf });

  const einvoiceCall = async (grant: Grant, delayMs: number, request: Request): Promise<Outcome> => {
    const asked = (name: string): string | null => request.query.get(name);
    switch (`${request.method} ${request.path.slice(REST_PATH.length)}`) {
      case 'POST /upload':
      case 'POST /uploadb2c':
        return (
          beyond('upload', asked('cif'), uploadRefused) ??
          uploaded(await upload(store, settings, validate, grant, request), delayMs, store.markLost)
        );
      case 'GET /stareMesaj':
        return beyond('status', asked('id_incarcare'), statusRefused) ?? { answer: status(store, grant, request), delayMs };
      case 'GET /descarcare':
        count(request.query.get('id') ?? '');
        return (
          beyond('download', asked('id'), downloadRefused) ?? {
            answer: download(store, grant, request, material, settings.seal),
            delayMs,
          }
        );
      case 'GET /listaMesajeFactura':
        return (
          beyond('list', asked('cif'), listRefused) ?? {
            answer: listOfDays(inboxOf(grant), request.query),
            delayMs,
          }
        );
      case 'GET /listaMesajePaginatieFactura':
        return (
          beyond('list', asked('cif'), listRefused) ?? {
            answer: listPage(inboxOf(grant), request.query, settings.pageSize),
            delayMs,
          }
        );
      default:
        return atOnce(notFound(request));
    }
  };

  const transportCall = (grant: Grant, delayMs: number, request: Request): Outcome => {
    const { declarations } = store;
    const [operation = '', ...parameters] = request.path.slice(TRANSPORT_PATH.length + 1).split('/');
    switch (`${request.method} ${operation} ${parameters.length}`) {
      case 'POST upload 3': {
        const refused = beyond('upload', parameters[1] ?? null, transportRefused);
        if (refused) return refused;
        const taken = transport.upload(declarations, settings, grant, request, parameters);
        if (taken.tookUit) change({ ...settings, uit: null });
        return uploaded(taken, delayMs, declarations.markLost);
      }
      case 'GET stareMesaj 1':
        return (
          beyond('status', `transport ${parameters[0]}`, transportRefused) ?? {
            answer: transport.state(declarations, grant, parameters),
            delayMs,
          }
        );
      case 'GET lista 2':
        return (
          beyond('list', parameters[1] ?? null, transportRefused) ?? {
            answer: transport.list(declarations, grant, parameters),
            delayMs,
          }
        );
      default:
        return atOnce(notFound(request));
    }
  };

  const server = await serve(port, async request => {
    if (request.path.startsWith(`${REST_PATH}/`)) return admitted(request, (...call) => einvoiceCall(...call, request));
    if (request.path.startsWith(`${TRANSPORT_PATH}/`)) return admitted(request, (...call) => transportCall(...call, request));
    if (request.path === `${OAUTH_PATH}/authorize` && request.method === 'GET')
      return atOnce(authorize(store, oauthClient, request));
    if (request.path === `${OAUTH_PATH}/token` && request.method === 'POST')
      return atOnce(counter.allows('calls') ? token(store, oauthClient, request) : limited());
    return atOnce(notFound(request));
  });

  const endpoint = `http://127.0.0.1:${server.port}`;
  return {
    endpoint,
    baseUrl: endpoint + REST_PATH,
    transportUrl: endpoint + TRANSPORT_PATH,
    oauthUrl: endpoint + OAUTH_PATH,
    trust: {
      anchor: material.trustAnchor,
      revocationList: material.revocationList,
      seal: new X509Certificate(material.certificates.valid).fingerprint256,
    },
    async stop() {
      await server.stop();
      store.close();
    },
    state: () => shownState(settings),
    configure: patch => change(patched(settings, settingsPatch.parse(patch))),
    received: () => ({
      uploads: store.sent().map(({ index, at, cif, standard, number, sha256, verdict, b2c, extern, autofactura }) => ({
        ...{ index, at, cif, standard, number, sha256, verdict, b2c, extern, autofactura },
      })),
      declarations: store.declarations.all().map(receivedDeclaration),
    }),
    inbox: () => store.inbox().map(entry => inboxMessage(entry, downloads)),
    declarationXml: index => {
      const declaration = store.declarations.get(index);
      return declaration && Buffer.from(declaration.xml).toString();
    },
    createToken({ cif, expiresInDays = 90 }) {
      return { token: issueAccessToken(store, [cif].flat().map(digitsOf), expiresInDays * DAY_SECONDS) };
    },
    addBuyerMessage: ({ uploadIndex, message }) => ({ messageId: String(addBuyerMessage(store, Number(uploadIndex), message)) }),
    addInbox: ({ cif, xml = '', base64, raw, archive }) => ({
      messageId: String(
        addToInbox(store, digitsOf(cif), base64 === undefined ? Buffer.from(xml) : Buffer.from(base64, 'base64'), {
          raw,
          archive,
        }),
      ),
    }),
    downloads: () => downloads,
    limits: counter,
  };
}

const atOnce = (answer: Answer): Outcome => ({ answer, delayMs: 0 });

const notFound = ({ method, path }: Request): Answer => failure(404, 'Not Found', `Nu exista ${method} ${path}`);

async function keptSeal(store: Store, dataDir: string): Promise<SealMaterial> {
  const kept = store.kept('authority');
  const material = kept ? (JSON.parse(kept) as SealMaterial) : await createSealMaterial();
  if (!kept) store.keep('authority', JSON.stringify(material));
  // A copy in the data folder, for developers.
  writeFileSync(join(dataDir, 'trust-anchor.pem'), material.trustAnchor);
  return material;
}

function keptSettings(store: Store): Settings {
  const kept = store.kept('settings');
  return kept ? { ...DEFAULT_SETTINGS, ...(JSON.parse(kept) as Partial<Settings>) } : DEFAULT_SETTINGS;
}
