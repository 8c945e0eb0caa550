/** Name of a picture to the name of its file under /landing/. */
export type Files = Readonly<Record<string, string>>;

export interface PageParts {
  readonly css: string;
  /** Scripts without their element. */
  readonly early: string;
  readonly late: string;
  /** Path of the display font, from the root of the site. */
  readonly font: string;
  readonly files: Files;
}
