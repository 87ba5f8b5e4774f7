import { SignedInOnly } from '#features/account/web/account-parts.tsx'
import { type LazyScreen, lazyScreen as lazy, type Route } from '#kit/web/routes.ts'

const open = (path: string, screen: LazyScreen): Route => ({ path, screen })
const signedIn = (path: string, screen: LazyScreen): Route => ({ path, screen, around: SignedInOnly })

const quickRequest = lazy(
  async () => (await import('#features/downloads/web/quick-request-screen.tsx')).QuickRequestScreen,
)
const request = lazy(async () => (await import('#features/downloads/web/request-screen.tsx')).RequestScreen)
const digitalContent = lazy(
  async () => (await import('#features/downloads/web/digital-content-screen.tsx')).DigitalContentScreen,
)
const collections = lazy(
  async () => (await import('#features/collections/web/collections-screen.tsx')).CollectionsScreen,
)
const myDownloads = lazy(
  async () => (await import('#features/downloads/web/my-downloads-screen.tsx')).MyDownloadsScreen,
)
const changedRecords = lazy(
  async () => (await import('#features/downloads/web/changed-records-screen.tsx')).ChangedRecordsScreen,
)
const results = lazy(async () => (await import('#features/catalogue/web/results-screen.tsx')).ResultsScreen)
const discover = lazy(async () => (await import('#features/catalogue/web/discover-screen.tsx')).DiscoverScreen)
const advancedSearch = lazy(
  async () => (await import('#features/catalogue/web/advanced-search-screen.tsx')).AdvancedSearchScreen,
)
const record = lazy(async () => (await import('#features/catalogue/web/record-screen.tsx')).RecordScreen)
const thesaurus = lazy(async () => (await import('#features/headings/web/thesaurus-screen.tsx')).ThesaurusScreen)
const standard = lazy(async () => (await import('#features/headings/web/standard-screen.tsx')).StandardScreen)
const services = lazy(async () => (await import('#features/headings/web/services-screen.tsx')).ServicesScreen)
const temporaryFolder = lazy(
  async () => (await import('#features/folders/web/temporary-folder-screen.tsx')).TemporaryFolderScreen,
)
const savedFolders = lazy(
  async () => (await import('#features/folders/web/saved-folders-screen.tsx')).SavedFoldersScreen,
)
const savedFolder = lazy(async () => (await import('#features/folders/web/saved-folder-screen.tsx')).SavedFolderScreen)
const sharedFolder = lazy(
  async () => (await import('#features/folders/web/shared-folder-screen.tsx')).SharedFolderScreen,
)
const savedSearches = lazy(
  async () => (await import('#features/searches/web/saved-searches-screen.tsx')).SavedSearchesScreen,
)
const mySettings = lazy(async () => (await import('#features/settings/web/my-settings-screen.tsx')).MySettingsScreen)
const authorities = lazy(
  async () => (await import('#features/authorities/web/authorities-screen.tsx')).AuthoritiesScreen,
)
const justSignedIn = lazy(async () => (await import('#features/account/web/signed-in-screen.tsx')).SignedInScreen)

/** Every address of the portal; a screen's script is fetched when it is first pointed at. */
export const screens: Route[] = [
  signedIn('/', quickRequest),
  signedIn('/myDownloads', myDownloads),
  signedIn('/downloadRequest', request),
  signedIn('/downloadRequest/$requestId', request),
  signedIn('/digitalContent', digitalContent),
  signedIn('/collections', collections),
  signedIn('/myDownloads/changed', changedRecords),
  open('/discover', discover),
  open('/discover/results/', results),
  signedIn('/discover/advancedSearch', advancedSearch),
  signedIn('/discover/details/$sourceId', record),
  open('/discover/thesaurus', thesaurus),
  signedIn('/catServices', services),
  signedIn('/standards', standard),
  signedIn('/standards/$id', standard),
  open('/discover/temp/folder', temporaryFolder),
  signedIn('/savedList', savedFolders),
  signedIn('/savedListDetails/$folderId', savedFolder),
  signedIn('/savedSearches', savedSearches),
  signedIn('/sharedFolder/$token', sharedFolder),
  signedIn('/mySettings', mySettings),
  signedIn('/authorities', authorities),
  open('/signed-in', justSignedIn),
]
