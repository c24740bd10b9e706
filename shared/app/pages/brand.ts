import { channels, luminance, readableOnWhite } from '#shared/output/pdf/configuration.ts';
import { setting } from '#shared/platform/settings/settings.ts';

/** Whose page it is: its name or logo stands at the top, and buttons have its colour. */
export interface Brand {
  name: string;
  /** A data URI, shown in place of the name. */
  logo: string | null;
  /** `#rrggbb` */
  colour: string;
}

const COLOUR = '#1d4ed8';

/** The service itself. */
export const serviceBrand = (): Brand => ({ name: setting('PRODUCT_NAME'), logo: null, colour: COLOUR });

/** The background of cards in dark mode (style.ts). */
export const DARK_CARD = '#1b1f27';

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The colour, lightened until text in it is readable on a dark card (contrast 4.5:1, WCAG 2.2 §1.4.3). */
export function readableOnDark(colour: string): string {
  const ground = luminance(channels(DARK_CARD));
  let rgb = channels(colour);
  while (contrast(luminance(rgb), ground) < 4.5)
    rgb = rgb.map(channel => Math.min(255, channel + Math.ceil((255 - channel) * 0.1)));
  return `#${rgb.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The brand's colour as it is used: under white text and as text on white, and as text on a dark card. */
export const shadesOf = ({ colour }: Brand): { light: string; dark: string } => {
  const valid = /^#[0-9a-f]{6}$/i.test(colour) ? colour : COLOUR;
  return { light: readableOnWhite(valid), dark: readableOnDark(valid) };
};
