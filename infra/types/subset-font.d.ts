declare module 'subset-font' {
  /** The subset of a font with the glyphs that `text` needs. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; noHinting: boolean; dropTables: string[]; keepFeatures: string[] },
  ): Promise<Uint8Array>;
}
