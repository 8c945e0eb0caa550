/** File names under /landing/, by picture name. */
export type PictureFiles = Readonly<Record<string, string>>;

export interface PageParts {
  readonly css: string;
  /** Script bodies. */
  readonly early: string;
  readonly late: string;
  /** Path of the display font, from the root of the site. */
  readonly font: string;
  readonly files: PictureFiles;
}
