import type { SettingName } from '#shared/platform/settings/settings.ts';

/** The settings that say where the files of layers are: Lambda puts them under `/opt`. */
export const LAYER_SETTINGS = { CHROMIUM_FILES: '/opt/chromium' } as const satisfies Partial<Record<SettingName, string>>;
