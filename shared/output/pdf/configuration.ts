/** The appearance of a company's documents (OUT-13 to OUT-17). */

export const TEMPLATE_SLUGS = ['classic', 'modern', 'minimal', 'bold'] as const;
export type TemplateSlug = (typeof TEMPLATE_SLUGS)[number];

/** The fields of the configuration that templates use. */
export interface PdfTemplateConfiguration {
  templateSlug: TemplateSlug;
  /** `#RRGGBB`; null = the template's own colour. */
  primaryColor: string | null;
  /** Name of a bundled font family; null and unknown names give DejaVu Sans (css/families.ts). */
  fontFamily: string | null;
  showLogo: boolean;
  showBankInfo: boolean;
  /** Plain text. A short one is printed at the bottom of every page, a longer one after the content (templates/blocks.ts). */
  footerText: string | null;
  /** The company's own style sheet; css/custom-css.ts removes what is not allowed. */
  customCss: string | null;
}

/** The defaults of fields that are reset or not stored. */
export const DEFAULT_CONFIGURATION: PdfTemplateConfiguration = {
  templateSlug: 'classic',
  primaryColor: null,
  fontFamily: null,
  showLogo: true,
  showBankInfo: true,
  footerText: null,
  customCss: null,
};

/** The fields of a stored configuration that templates use; missing ones have their defaults. */
export function printedConfiguration(stored: Partial<PdfTemplateConfiguration> | undefined): PdfTemplateConfiguration {
  const { templateSlug, primaryColor, fontFamily, showLogo, showBankInfo, footerText, customCss } = {
    ...DEFAULT_CONFIGURATION,
    ...stored,
  };
  return { templateSlug, primaryColor, fontFamily, showLogo, showBankInfo, footerText, customCss };
}

export const TEMPLATE_TEXTS: Record<TemplateSlug, { name: string; description: string }> = {
  classic: { name: 'Classic', description: 'Quiet and clear: white paper, one accent colour, aligned figures.' },
  modern: { name: 'Modern', description: 'Friendly: a tinted head, soft cards, the amount due on the accent colour.' },
  minimal: { name: 'Minimal', description: 'Reduced: white space, hairlines and light type.' },
  bold: { name: 'Bold', description: 'Loud: solid colour, heavy type, the amount due as a block.' },
};

/** The colours of OUT-15, used when `primaryColor` is null. */
export const TEMPLATE_COLORS: Record<TemplateSlug, string> = {
  classic: '#2563eb',
  modern: '#6366f1',
  minimal: '#374151',
  bold: '#dc2626',
};

/** The accent colour: the configured one if it is valid, else that of the template. */
export const accentOf = ({ templateSlug, primaryColor }: PdfTemplateConfiguration): string =>
  primaryColor != null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor : TEMPLATE_COLORS[templateSlug];

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export const channels = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2), from 0 (black) to 1 (white). @param rgb red, green and blue, 0 to 255 */
export function luminance(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(channel => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour, darkened until text in this colour is readable on white (contrast 4.5:1, WCAG 2.2 §1.4.3). */
export function readableOnWhite(color: string): string {
  let rgb = channels(color);
  while (1.05 / (luminance(rgb) + 0.05) < 4.5) rgb = rgb.map(channel => Math.floor(channel * 0.95));
  return `#${rgb.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour mixed with white. @param share 0 = white, 1 = the colour */
export const tint = (color: string, share: number): string =>
  `#${channels(color)
    .map(channel =>
      Math.round(255 - (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
