package serve

// Bounds are what a confined process may still use.
type Bounds struct {
	Memory      int64    // bytes, in addition to what it uses already
	Read        []string // files
	Pinned      []string // files to read whose paths must hold no symbolic link
	ReadFolders []string
	Write       []string // files that it may also write to
	WriteFolder string   // a folder in which it may also make files, or ""
	Temp        string   // a folder of its own
}
