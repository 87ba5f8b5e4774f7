import type { Article } from './article.ts'
import { folders, search } from './catalogue.ts'
import { downloads, requests } from './requests-and-files.ts'
import { account, school, shop } from './school-and-account.ts'

export const articles: readonly Article[] = [search, folders, downloads, requests, shop, school, account]
