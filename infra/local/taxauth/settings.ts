import * as z from 'zod';
import { type LimitSettings, limitsPatch } from './limits.ts';
import { DEFAULT_SEAL, sealSettings } from './seal.ts';
import type { SealSettings } from './seal.ts';
import { PAGE_SIZE } from '#shared/authority/taxauth/simulator/wire.ts';

/** How the simulator behaves: the rows of `/_local/taxauth` in the local control contract. */
export const MODES = ['ok', 'accept', 'reject', 'down', 'slow', 'rateLimited', 'lostAnswer'] as const;
export type Mode = (typeof MODES)[number];

export interface TaxauthState {
  mode: Mode;
  /** How many status checks of an upload answer "in process" before the verdict. */
  processing: number;
  /** The errors of mode `reject`; empty in the other modes. */
  errors: string[];
  /** The transport identifier that the next declaration gets; null: one made by the authority's rule. */
  uit: string | null;
}

export interface Settings extends TaxauthState {
  /** Mode `slow`: delay of every response in milliseconds. */
  delayMs: number;
  /** Mode `rateLimited`: the Retry-After of every answer, seconds. */
  retryAfter: number;
  /** Mode `lostAnswer`: number of uploads whose response is dropped; then the mode is `ok` again. */
  times: number;
  /** How archives are signed; null: without signature. */
  seal: SealSettings | null;
  /** Limits other than the authority's own. */
  limits: LimitSettings;
  /** Page size of the paged message list. */
  pageSize: number;
}

export const DEFAULT_SETTINGS: Settings = {
  mode: 'ok',
  processing: 1,
  errors: [],
  uit: null,
  delayMs: 3000,
  retryAfter: 60,
  times: 1,
  seal: DEFAULT_SEAL,
  limits: {},
  pageSize: PAGE_SIZE,
};

/** Body of PUT `/_local/taxauth`. */
export const settingsPatch = z
  .strictObject({
    mode: z.enum(MODES),
    processing: z.int().min(0).max(1000),
    errors: z.array(z.string().min(1)),
    uit: z.string().nullable(),
    delayMs: z.int().min(0).max(600_000),
    retryAfter: z.int().min(1).max(86_400),
    times: z.int().min(1).max(1000),
    /** Omitted members have their defaults. */
    seal: sealSettings.partial().nullable(),
    /** Omitted members have the authority's own limits. */
    limits: limitsPatch,
    pageSize: z.int().min(1).max(PAGE_SIZE),
  })
  .partial();
export type SettingsPatch = z.input<typeof settingsPatch>;

const REJECTED_BY_DEFAULT = [
  '[BR-RO-110]-Codul judetului vanzatorului (BT-39) nu este din lista ISO 3166-2:RO. #Seller county (BT-39)',
];

/** Applies a patch to the settings. A new mode resets the settings of other modes to their defaults. */
export function patched(settings: Settings, patch: SettingsPatch): Settings {
  const { delayMs, retryAfter, times } = DEFAULT_SETTINGS;
  const base = patch.mode === undefined ? settings : { ...settings, delayMs, retryAfter, times, errors: [] };
  const seal = patch.seal ? { ...DEFAULT_SEAL, ...patch.seal } : patch.seal === null ? null : base.seal;
  const next = { ...base, ...patch, seal };
  const errors = next.mode === 'reject' && next.errors.length === 0 ? REJECTED_BY_DEFAULT : next.errors;
  return { ...next, errors };
}

/** The settings as the contract shows them. */
export const shownState = ({ mode, processing, errors, uit }: Settings): TaxauthState => ({ mode, processing, errors, uit });

/** The settings after the response to an upload was dropped. */
export const afterLostAnswer = (settings: Settings): Settings =>
  settings.times > 1 ? { ...settings, times: settings.times - 1 } : patched(settings, { mode: 'ok' });
