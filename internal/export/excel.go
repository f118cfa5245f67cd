package export

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// A workbook is a ZIP archive of XML files (ECMA-376). This is the least that Excel,
// LibreOffice and Google Sheets open: one sheet, with formats for dates and times.
const (
	excelTypes = xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`
	excelRoot  = xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	excelBook  = xml.Header + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`
	excelParts = xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
	excelStyle = xml.Header + `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`
	sheetStart = xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
	sheetEnd   = `</sheetData></worksheet>`
)

// Formats of cells, by their place in cellXfs.
const (
	styleHeader = 1
	styleDate   = 2
	styleTime   = 3
)

// What a sheet can hold.
const (
	excelRows    = 1 << 20
	excelColumns = 1 << 14
	excelText    = 32767 // characters of a cell
	excelDigits  = 15    // of a number
)

// WriteExcel writes the rows as an Excel workbook with one sheet. Numbers stay
// numbers as far as Excel has their digits, dates stay dates from 1900 on; all
// else is text, and never a formula.
func WriteExcel(w io.Writer, rows *table.Reader) error {
	if n := len(rows.Columns()); n > excelColumns {
		return fault.New(fault.BadData, "an Excel sheet has at most %d columns, and the result has %d", excelColumns, n).WithHint("export it as CSV")
	}
	z := zip.NewWriter(w)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", excelTypes}, {"_rels/.rels", excelRoot}, {"xl/workbook.xml", excelBook}, {"xl/_rels/workbook.xml.rels", excelParts}, {"xl/styles.xml", excelStyle},
	} {
		f, err := z.Create(part.name)
		if err == nil {
			_, err = io.WriteString(f, part.text)
		}
		if err != nil {
			return err
		}
	}
	f, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return err
	}
	if err := writeSheet(f, rows); err != nil {
		return err
	}
	return z.Close()
}

func writeSheet(w io.Writer, rows *table.Reader) error {
	b := bufio.NewWriter(w)
	b.WriteString(sheetStart + "<row>")
	for _, c := range rows.Columns() {
		writeText(b, c.Name, styleHeader)
	}
	b.WriteString("</row>")
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		if rows.Count() >= excelRows {
			return fault.New(fault.BadData, "an Excel sheet has at most %d rows", excelRows).WithHint("export it as CSV")
		}
		b.WriteString("<row>")
		for _, v := range row {
			writeCell(b, v)
		}
		b.WriteString("</row>")
	}
	b.WriteString(sheetEnd)
	return b.Flush()
}

func writeCell(b *bufio.Writer, v table.Value) {
	switch {
	case v.IsNull():
		b.WriteString("<c/>")
	case v.Kind() == table.Bool && v.Bool():
		b.WriteString(`<c t="b"><v>1</v></c>`)
	case v.Kind() == table.Bool:
		b.WriteString(`<c t="b"><v>0</v></c>`)
	case v.Kind().Numeric() && isExcelNumber(v):
		fmt.Fprintf(b, "<c><v>%s</v></c>", v.String())
	default:
		if at, ok := v.Time(); ok && at.Year() >= 1900 && at.Year() <= 9999 {
			style := styleTime
			if v.Kind() == table.Date {
				style = styleDate
			}
			fmt.Fprintf(b, `<c s="%d"><v>%s</v></c>`, style, excelDay(at))
			return
		}
		writeText(b, v.String(), 0)
	}
}

// isExcelNumber is true for a number whose digits Excel keeps.
func isExcelNumber(v table.Value) bool {
	f, ok := v.Float64()
	if !ok || math.IsNaN(f) || math.IsInf(f, 0) {
		return false
	}
	if v.Kind() == table.Float {
		return true
	}
	digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(v.String()), "0")
	return len(digits) <= excelDigits
}

// excelDay counts days from the end of 1899; Excel takes 1900 for a leap year.
func excelDay(at time.Time) string {
	leap := time.Date(1900, time.March, 1, 0, 0, 0, 0, time.UTC)
	days := at.Sub(time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
	if at.Before(leap) {
		days--
	}
	return strconv.FormatFloat(days, 'f', -1, 64)
}

// writeText writes text; what XML cannot hold is replaced.
func writeText(b *bufio.Writer, text string, style int) {
	if utf8.RuneCountInString(text) > excelText {
		text = string([]rune(text)[:excelText])
	}
	fmt.Fprintf(b, `<c s="%d" t="inlineStr"><is><t xml:space="preserve">`, style)
	_ = xml.EscapeText(b, []byte(text)) // the writer keeps its error until Flush
	b.WriteString("</t></is></c>")
}
