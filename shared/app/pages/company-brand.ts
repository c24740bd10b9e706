import { pageLogo } from '#shared/output/files/logo.ts';
import { accentOf, type PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import type { Brand } from './brand.ts';

interface Branded {
  companyName: string;
  /** Bucket key of the company's logo. */
  logoPath: string | null;
  /** How the company's documents look. */
  appearance: PdfTemplateConfiguration;
}

/**
 * The brand of a company on the pages for its clients: the colour and logo of its documents. Reads the logo; if it cannot be read, the
 * company's name stands in its place.
 */
export async function companyBrand({ companyName, logoPath, appearance }: Branded): Promise<Brand> {
  const logo = appearance.showLogo && logoPath !== null ? await pageLogo(logoPath) : null;
  return { name: companyName, logo, colour: accentOf(appearance) };
}
